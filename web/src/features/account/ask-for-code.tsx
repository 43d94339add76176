import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { requestReset, ResetRequest } from '../../../../contracts/accounts';
import { mutation } from '../../lib/api';
import { showFieldErrors, useContractForm, useFields } from '../../lib/form';
import { ErrorNotice } from '../../ui/error-notice';

export function AskForCode({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { t } = useTranslation(['account', 'common']);
  const form = useContractForm(ResetRequest, { email });
  const field = useFields(form);
  const ask = useMutation({ ...mutation(requestReset), onSuccess: (_, { body }) => onSent(body.email), onError: (error) => showFieldErrors(form, error) });
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => ask.mutate({ body }))}>
      <Stack gap="md">
        <ErrorNotice error={ask.error} />
        <TextInput label={t('email')} type="email" autoComplete="username" {...field('email')} />
        <Button type="submit" loading={ask.isPending} fullWidth>{t('reset.send')}</Button>
      </Stack>
    </form>
  );
}
