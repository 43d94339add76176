/**
 * The kinds of characters that a password must contain (docs/specification.md, 5), each with the
 * error code for a password without them. The length is in `limits.password`.
 */
export const passwordRequirements = {
  password_lower: /\p{Ll}/u,
  password_upper: /\p{Lu}/u,
  password_digit: /\d/,
  password_punctuation: /[\p{P}\p{S}]/u,
} as const satisfies Readonly<Record<string, RegExp>>;
export type PasswordRequirement = keyof typeof passwordRequirements;
