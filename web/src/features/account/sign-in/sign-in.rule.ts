import { canonicalEmail, emailFault } from '../../../../../contracts/base/email-address.rule';
import type { FieldCode } from '../../../../../contracts/base/errors';
import type { SignIn } from './sign-in';

export type SignInErrors = Partial<Record<'email' | 'password', FieldCode>>;

/** As the server compares addresses; what is none stays as it is. */
export const asAddress = (email: string) => canonicalEmail(email) ?? email.trim();

/** What is missing before a sign-in can be tried; the server judges the rest. */
export function signInErrors({ email, password }: SignIn): SignInErrors {
  const address = asAddress(email);
  return {
    ...(address === ''
      ? { email: 'required' }
      : canonicalEmail(address) === null && { email: emailFault(address) }),
    ...(password === '' && { password: 'required' }),
  };
}
