/**
 * Nest's injection token for the combined declarations of all contexts (context/capabilities.ts).
 * Code that must not import the contexts injects the declarations by this token, and states the
 * part that it needs as a type.
 */
export const CAPABILITIES = Symbol('capabilities');
