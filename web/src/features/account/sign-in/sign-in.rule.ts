import { canonicalEmail, emailErrorCode } from '../../../../../contracts/base/email-address.rule';
import type { FieldErrorCode } from '../../../../../contracts/base/errors';
import type { SignInValues } from './sign-in';

export type SignInErrors = Partial<Record<'email' | 'password', FieldErrorCode>>;

/**
 * Converts a valid email address to the form that the server compares. Only trims any other text.
 */
export const comparableEmail = (email: string) => canonicalEmail(email) ?? email.trim();

/**
 * Returns the errors of fields that are missing or invalid. Only the server checks whether the
 * password is right.
 */
export function signInErrors({ email, password }: SignInValues): SignInErrors {
  const address = comparableEmail(email);
  return {
    ...(address === ''
      ? { email: 'required' }
      : canonicalEmail(address) === null && { email: emailErrorCode(address) }),
    ...(password === '' && { password: 'required' }),
  };
}
