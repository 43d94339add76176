import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { changeProfile, type User } from '../../../../../contracts/accounts/accounts';
import { mutation } from '../../../lib/http/api';
import { showFieldErrors } from '../../../lib/form';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { profileQuery } from '../../../lib/auth/user';

/** Saves a part of the profile; the response replaces the cached user. */
export function useSaveProfile<V extends FieldValues, Out>(
  form: UseFormReturn<V, unknown, Out>,
  onSaved?: (user: User) => void,
) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  return useMutation({
    ...mutation(changeProfile),
    onSuccess: (user) => {
      if (!user) return;
      client.setQueryData(profileQuery().queryKey, user);
      form.reset(form.getValues());
      showMessage(t('saved'), { type: 'success' });
      onSaved?.(user);
    },
    onError: (error) => showFieldErrors(form, error),
  });
}
