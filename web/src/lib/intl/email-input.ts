/**
 * The properties of a field for an email address. It has no `type="email"`: browsers refuse addresses
 * that mail servers have, and put another spelling of the domain into the field. The contract's rule
 * checks it.
 */
export const emailInput = {
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
