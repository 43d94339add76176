import { Password } from '../../../../../contracts/accounts/password';

/** The rules of docs/specification.md, 5, in the order in which the form shows them. */
export const passwordRules = [
  'length',
  'password_lower',
  'password_upper',
  'password_digit',
  'password_punctuation',
] as const;
export type PasswordRule = (typeof passwordRules)[number];

/** Checks which rules a password meets, by the same schema that the server uses. */
export function fulfilledRules(password: string): Record<PasswordRule, boolean> {
  const issues = Password.safeParse(password).error?.issues ?? [];
  const broken = new Set(
    issues.map(({ code, message }) =>
      code === 'too_small' || code === 'too_big' ? 'length' : message,
    ),
  );
  return Object.fromEntries(
    passwordRules.map((rule) => [rule, password !== '' && !broken.has(rule)]),
  ) as Record<PasswordRule, boolean>;
}
