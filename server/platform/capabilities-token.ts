/**
 * Nest's injection token for what all contexts declare (context/capabilities.ts). What lies below the
 * contexts' declarations injects by it, and names with a type of its own what it needs of them.
 */
export const CAPABILITIES = Symbol('capabilities');
