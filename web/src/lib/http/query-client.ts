import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { readProfile } from '../../../../contracts/accounts';
import { useAuth } from '../auth.store';
import { ApiError } from './call';
import { readToken } from './token';
import { showMessage } from '../ui.store';

/** Signs out here; the guard then leads to the sign-in and back. */
export const endSession = (why: string) => {
  const { token, sync, signedOut } = useAuth.getState();
  if (!token) return;
  // Signed in anew meanwhile, here or in another tab: what ended is the sign-in before.
  const held = readToken();
  if (held !== null && held !== token) return sync();
  signedOut();
  showMessage(i18next.t(why), { type: 'error', autoHideMs: 6000 });
};
/** A token that ran out or was revoked. */
const refused = (error: Error) => error instanceof ApiError && error.code === 'unauthenticated';

/**
 * What may come right by itself is asked again; a refusal is not, nor a server that was waited for
 * in vain: whoever waited decides.
 */
export const retry = (failures: number, error: Error) =>
  failures < 4 &&
  !(error instanceof ApiError && error.code === 'no_answer') &&
  (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

export function createQueryClient(): QueryClient {
  // docs/specification.md, 8: without a profile there is no session, whatever kept it away. A
  // profile that is already
  // here outlives an outage of the server.
  const known = () =>
    client.getQueriesData({ queryKey: [readProfile.path] }).some(([, data]) => data !== undefined);
  const sessionOver = () =>
    endSession(known() ? 'common:error.signed_out' : 'common:error.profile');
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (refused(error) || (queryKey[0] === readProfile.path && !known())) sessionOver();
      },
    }),
    mutationCache: new MutationCache({
      onError: (error) => {
        if (refused(error)) sessionOver();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry,
        retryDelay: (n) => Math.min(4000, 400 * 2 ** n),
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
export const queryClient = createQueryClient();

// Nothing that was read as one person may be seen by the next. After a sign-out the screens that
// need nobody ask again, once the others are gone.
useAuth.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token === null) setTimeout(() => void queryClient.resetQueries());
  else void queryClient.resetQueries();
});
