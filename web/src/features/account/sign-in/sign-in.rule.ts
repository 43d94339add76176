import type { FieldCode } from '../../../../../contracts/base/errors';
import type { SignIn } from './sign-in';

export type SignInErrors = Partial<Record<'email' | 'password', FieldCode>>;

/** As the server compares addresses. */
export const asAddress = (email: string) => email.trim().toLowerCase();

/** What is missing before a sign-in can be tried; the server judges the rest. */
export function signInErrors({ email, password }: SignIn): SignInErrors {
  const address = asAddress(email);
  return {
    ...(address === ''
      ? { email: 'required' }
      : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) && { email: 'invalid_email' }),
    ...(password === '' && { password: 'required' }),
  };
}
