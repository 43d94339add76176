import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { readProfile } from '../../../contracts/accounts/accounts';
import { type SignOutReason, useAuth } from './auth/auth.store';
import { ApiError } from './http/api';
import { readToken } from './http/token';
import { showMessage } from './ui.store';

/** Signs out in this browser only. Pages that need an account then redirect to the sign-in. */
export const signOutLocally = (why: SignOutReason) => {
  const { token, sync, signedOut } = useAuth.getState();
  if (!token) return;
  // If the token has changed, the person has already signed in again, in this tab or another one.
  // The error belongs to the former sign-in, so the new sign-in stays.
  const held = readToken();
  if (held !== null && held !== token) return sync();
  signedOut();
  useAuth.setState({ ended: why });
  showMessage(i18next.t(`common:error.${why}`), { type: 'error', autoHideMs: 6000 });
};
/** Whether the server no longer accepts the token, because it expired or was revoked. */
const refused = (error: Error) => error instanceof ApiError && error.code === 'unauthenticated';

/**
 * Whether a failed request is repeated automatically. Only temporary failures are repeated. If the
 * request took long, it is not repeated, and the person decides whether to try again.
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

// Data that was fetched for one person must not be shown to the next, so a change of the token
// resets all queries. After a sign-out, the reset waits for the next turn of the event loop. By
// then, the app has left the pages that need an account.
useAuth.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token === null) setTimeout(() => void queryClient.resetQueries());
  else void queryClient.resetQueries();
});
