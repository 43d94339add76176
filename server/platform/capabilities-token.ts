/**
 * Nest's injection token for the combined declarations of all contexts (context/capabilities.ts).
 * Lower layers inject them by this token, and declare their own type for the part that they need.
 */
export const CAPABILITIES = Symbol('capabilities');
