import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readAccountSecurity } from '../../../../../contracts/authentication/second-factor';
import { listSignIns } from '../../../../../contracts/authentication/sign-ins';
import { query } from '../../../lib/http/api';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';

/** Reads how the account is protected: its sign-in methods and second factors. */
export const useAccountSecurity = () => useQuery(query(readAccountSecurity));

/** The translation key of the confirmation, in the namespace `security`. */
type Done = `${'passkey' | 'totp'}.${'done' | 'removed'}` | 'methods.unlinked';

/** Changes the sign-in methods, refetches those shown on the page, and confirms the change. */
export function useSecurityChange<V, R>(
  change: (values: V) => Promise<R>,
  { done, onDone }: { done?: Done; onDone?: (result: R) => void } = {},
) {
  const { t } = useTranslation('security');
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      void client.invalidateQueries({ queryKey: [readAccountSecurity.path] });
      // Adding the first second factor ends all other sign-ins, so their list is fetched again.
      void client.invalidateQueries({ queryKey: [listSignIns.path] });
      if (done) showMessage(t(done), { type: 'success' });
      onDone?.(result);
    },
  });
}
