import { canonicalEmail, emailErrorCode } from '../../../../../contracts/base/email-address.rule';
import type { FieldErrorCode } from '../../../../../contracts/base/errors';
import type { SignInValues } from './sign-in';

export type SignInErrors = Partial<Record<'email' | 'password', FieldErrorCode>>;

/** The address in the form that the server compares; a text that is not an address is only trimmed. */
export const comparableEmail = (email: string) => canonicalEmail(email) ?? email.trim();

/**
 * The fields that are missing or invalid for a sign-in. The server checks whether the password is
 * right.
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
