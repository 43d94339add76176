import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { readProfile } from '../../../contracts/accounts/accounts';
import { type SignOutReason, useAuth } from './auth/auth.store';
import { ApiError } from './http/api';
import { readToken } from './http/token';
import { showMessage } from './ui.store';

/** Signs out locally; the guard of the pages then leads to the sign-in and back. */
export const signOutLocally = (why: SignOutReason) => {
  const { token, sync, signedOut } = useAuth.getState();
  if (!token) return;
  // If the person has signed in again in the meantime, in this tab or in another one, the error
  // belongs to the former sign-in.
  const held = readToken();
  if (held !== null && held !== token) return sync();
  signedOut();
  useAuth.setState({ ended: why });
  showMessage(i18next.t(`common:error.${why}`), { type: 'error', autoHideMs: 6000 });
};
/** Whether the server no longer accepts the token, because it expired or was revoked. */
const refused = (error: Error) => error instanceof ApiError && error.code === 'unauthenticated';

/**
 * Whether a failed request is repeated. Failures that may pass are repeated; refusals are not, nor
 * are requests that took long, after which the person decides.
 */
export const shouldRetryQuery = (failures: number, error: Error) =>
  failures < 4 &&
  !(error instanceof ApiError && (error.code === 'no_answer' || error.tookLong)) &&
  (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

function createQueryClient(): QueryClient {
  // If the profile cannot be loaded, the person is signed out, whatever the error was
  // (docs/specification.md, 8). A person whose profile is cached stays signed in during an outage.
  const known = () =>
    client.getQueriesData({ queryKey: [readProfile.path] }).some(([, data]) => data !== undefined);
  const sessionOver = () => signOutLocally(known() ? 'signed_out' : 'profile');
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
        retry: shouldRetryQuery,
        retryDelay: (n) => Math.min(4000, 400 * 2 ** n),
        networkMode: 'always',
        // With `networkMode: 'always'`, the library refetches after a lost connection only if this
        // option is set.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}
export const queryClient = createQueryClient();

// Data that was fetched for one person must not be shown to the next, so all queries are reset when
// the token changes. After a sign-out, public pages fetch their data again once the guard has led
// the person away from all other pages.
useAuth.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token === null) setTimeout(() => void queryClient.resetQueries());
  else void queryClient.resetQueries();
});
