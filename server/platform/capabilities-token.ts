/**
 * Nest's injection token for what all contexts declare (context/capabilities.ts). Lower layers inject it by this
 * token, and declare their own type for the part that they need.
 */
export const CAPABILITIES = Symbol('capabilities');
