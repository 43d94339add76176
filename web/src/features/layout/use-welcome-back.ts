import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth/auth.store';
import { showMessage } from '../../lib/ui.store';
import { profileQuery } from '../../lib/auth/user';

/**
 * Shows a message that this sign-in has cancelled the deletion of the account. It is shown once,
 * until the person dismisses it.
 */
export function useDeletionCancelledNotice() {
  const { t } = useTranslation('layout');
  const token = useAuth((s) => s.token);
  const client = useQueryClient();
  const { data: cancelled } = useQuery({
    ...profileQuery(),
    enabled: false,
    select: (user) => user.deletion_cancelled === true,
  });
  useEffect(() => {
    if (token === null || !cancelled) return;
    showMessage(t('welcome_back'), { type: 'success', autoHideMs: null });
    client.setQueryData(profileQuery().queryKey, (user) => {
      if (!user) return undefined;
      const { deletion_cancelled: _, ...rest } = user;
      return rest;
    });
  }, [token, cancelled, client, t]);
}
