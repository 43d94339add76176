import { changeProfile, readProfile } from '../../../../../contracts/accounts/accounts';
import { call } from '../../../lib/http/api';
import { basicAuthHeader } from '../sign-in/sign-in';

/**
 * Sends the confirmation mail again. It signs in only for this request, and does not store the
 * token.
 */
export async function sendVerificationAgain(email: string, password: string): Promise<void> {
  const { token } = await call(
    readProfile,
    { query: { remember: 'false' } },
    { headers: { authorization: basicAuthHeader(email, password) } },
  );
  const as = { headers: { authorization: `Bearer ${token}` } };
  try {
    await call(changeProfile, { body: { action: 'email-verify' } }, as);
  } finally {
    if (token)
      await call(changeProfile, { body: { action: 'remove-token', token } }, as).catch(
        () => undefined,
      );
  }
}
