import { canonicalEmail, emailFault } from '../../../../../contracts/base/email-address.rule';
import type { FieldCode } from '../../../../../contracts/base/errors';
import type { SignIn } from './sign-in';

export type SignInErrors = Partial<Record<'email' | 'password', FieldCode>>;

/** The address in the form that the server compares; a text that is not an address is only trimmed. */
export const asAddress = (email: string) => canonicalEmail(email) ?? email.trim();

/** The fields that are missing for a sign-in; the server checks the rest. */
export function signInErrors({ email, password }: SignIn): SignInErrors {
  const address = asAddress(email);
  return {
    ...(address === ''
      ? { email: 'required' }
      : canonicalEmail(address) === null && { email: emailFault(address) }),
    ...(password === '' && { password: 'required' }),
  };
}
