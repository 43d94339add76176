import { z } from 'zod';
import { readProfile } from '../../../../contracts/accounts';
import { Email } from '../../../../contracts/fields';
import { ApiError, call } from '../../lib/api';
import { useAuth } from '../../lib/auth.store';
import { queryClient } from '../../lib/query-client';
import { profileQuery } from '../../lib/user';

export const SignIn = z.object({ email: Email, password: z.string().min(1), remember: z.boolean() });
export type SignIn = z.output<typeof SignIn>;

/** RFC 7617 with its UTF-8 charset. */
export const basic = (email: string, password: string) => `Basic ${btoa(String.fromCodePoint(...new TextEncoder().encode(`${email}:${password}`)))}`;

/** Signs in: the token goes into the cookie, the profile into the cache. */
export async function signIn({ email, password, remember }: SignIn) {
  const { token, token_expires_at, ...user } = await call(readProfile, { query: { remember: String(remember) } }, { headers: { authorization: basic(email, password) } });
  if (!token || !token_expires_at) throw new ApiError(500, 'internal', '');
  useAuth.getState().signedIn(token, token_expires_at);
  queryClient.setQueryData(profileQuery().queryKey, user);
}
