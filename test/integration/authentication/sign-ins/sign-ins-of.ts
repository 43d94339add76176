import type { RunningApp } from '../../../support/app/app';
import { bearer, password, accountRequestsOf } from '../../accounts/account-requests';

export interface SignInRecord {
  _id: string;
  device: string | null;
  method: string | null;
  current: boolean;
  remembered: boolean;
  last_used_at: string;
  created_at: string;
}

/** Lists and ends a person's own sign-ins over HTTP. */
export const signInRequestsOf = (running: RunningApp) => {
  const people = accountRequestsOf(running);
  const list = async (token: string, query = '') =>
    (await running.http().get(`/api/sign-ins/${query}`).set(bearer(token)).expect(200)).body as {
      items: SignInRecord[];
      next_cursor: string | null;
    };
  const end = (token: string, id: string) =>
    running.http().delete(`/api/sign-ins/${id}/`).set(bearer(token));
  const endAll = (token: string, query = '') =>
    running.http().delete(`/api/sign-ins/${query}`).set(bearer(token));
  const alive = async (token: string) =>
    (await running.http().get('/api/users/profile/').set(bearer(token))).status === 200;
  const again = async (email: string, query = '') =>
    ((await people.signIn(email, password, query).expect(200)).body as { token: string }).token;
  return { list, end, endAll, alive, again };
};
