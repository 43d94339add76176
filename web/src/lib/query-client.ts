import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { readProfile } from '../../../contracts/accounts';
import { useAuth } from './auth.store';
import { ApiError } from './call';
import { showMessage } from './ui.store';

/** Signs out here; the guard then leads to the sign-in and back. */
export const endSession = (why: string) => {
  if (!useAuth.getState().token) return;
  useAuth.getState().signedOut();
  showMessage(i18next.t(why), { type: 'error', autoHideMs: 6000 });
};
/** A token that ran out or was revoked. */
const refused = (error: Error) => error instanceof ApiError && error.code === 'unauthenticated';

/** What may come right by itself is asked again; a refusal is not. */
export const retry = (failures: number, error: Error) => failures < 4 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500);

export const createQueryClient = () => new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey, state }) => {
      if (refused(error)) endSession('common:error.signed_out');
      // SPEC 8: without a profile there is no session. A profile that is already here outlives an outage of the server.
      else if (queryKey[0] === readProfile.path && state.data === undefined) endSession('common:error.profile');
    },
  }),
  mutationCache: new MutationCache({ onError: (error) => { if (refused(error)) endSession('common:error.signed_out'); } }),
  defaultOptions: { queries: { staleTime: 15_000, retry, retryDelay: (n) => Math.min(4000, 400 * 2 ** n), networkMode: 'always' }, mutations: { networkMode: 'always' } },
});
export const queryClient = createQueryClient();

// Nothing that was read as one person may be seen by the next. After a sign-out the screens that need nobody ask again, once the others are gone.
useAuth.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token === null) setTimeout(() => void queryClient.resetQueries());
  else void queryClient.resetQueries();
});
