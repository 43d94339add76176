import type { z } from 'zod';
import {
  changeProfile,
  readProfile,
  type SignedInUser,
} from '../../../../../contracts/accounts/accounts';
import type { ApiErrorBody } from '../../../../../contracts/base/errors';
import type { IdentityProvider } from '../../../../../contracts/authentication/identities';
import { ApiError, call } from '../../../lib/http/api';
import { applyAccountLanguage } from '../../../lib/account-language';
import { useAuth } from '../../../lib/auth/auth.store';
import { queryClient } from '../../../lib/query-client';
import { readToken } from '../../../lib/http/token';
import { profileQuery } from '../../../lib/auth/user';
import { forgetChallenge } from './stored-challenge';

export interface SignInValues {
  email: string;
  password: string;
  remember: boolean;
}
export type SecondFactorChallenge = NonNullable<ApiErrorBody['challenge']>;

/** The result of a successful sign-in at another site, such as a provider or an organization. */
export type ExternalSignInResult =
  | { kind: 'entered' }
  | { kind: 'linked'; provider: IdentityProvider }
  /**
   * An account with this email address exists already. Its owner enters the password once to link
   * the new sign-in method; from then on both methods work.
   */
  | { kind: 'proof'; provider: IdentityProvider; email: string; token: string };

/** Makes the header of basic authentication by RFC 7617, with its UTF-8 charset. */
export const basicAuthHeader = (email: string, password: string) =>
  `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(`${email}:${password}`)))}`;

/**
 * The last step of every sign-in method: stores the token in the cookie and the profile in the
 * cache. If the cookie held the token of a former sign-in, asks the server to revoke that token,
 * since it is stored nowhere else. The function does not wait for the answer.
 */
export function storeSignIn({ token, token_expires_at, ...user }: z.output<typeof SignedInUser>) {
  if (!token || !token_expires_at) throw new ApiError(500, 'internal', '');
  const before = readToken();
  useAuth.getState().signedIn(token, token_expires_at);
  queryClient.setQueryData(profileQuery().queryKey, user);
  forgetChallenge();
  applyAccountLanguage(user);
  // The code that sets the account's region is loaded later, since the first page does not need it.
  // If loading it fails, the next sign-in sets the region.
  void import('../../../lib/intl/account-region').then(
    ({ completeAccountRegion }) => completeAccountRegion(user),
    () => undefined,
  );
  if (before === null || before === token) return;
  // The request uses the former token, which may belong to a different person: with the new token,
  // the server would not revoke that person's sign-in.
  void call(
    changeProfile,
    { body: { action: 'remove-token', token: before } },
    { headers: { authorization: `Bearer ${before}` } },
  ).catch(() => undefined);
}

/**
 * Signs in with email and password.
 * @throws ApiError second_factor_required with a challenge, if the account has a second factor
 */
export async function signIn({ email, password, remember }: SignInValues) {
  storeSignIn(
    await call(
      readProfile,
      { query: { remember: String(remember) } },
      { headers: { authorization: basicAuthHeader(email, password) } },
    ),
  );
}

/**
 * Returns the challenge for the second factor, if the server refused a sign-in only because that
 * factor is missing.
 */
export const secondFactorChallengeOf = (error: unknown): SecondFactorChallenge | undefined =>
  error instanceof ApiError && error.code === 'second_factor_required'
    ? error.challenge
    : undefined;
