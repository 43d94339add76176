/**
 * The properties of a field for an email address. `type="email"` is missing on purpose: with it,
 * browsers refuse addresses that mail servers accept, and change the spelling of the domain. The
 * contract's rule checks the address.
 */
export const emailInputProps = {
  inputMode: 'email',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;
