import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PasswordReset, requestReset, resetPassword } from '../../../../contracts/accounts';
import { limits } from '../../../../contracts/limits';
import { failed, mutation } from '../../lib/api';
import { showFieldErrors, useContractForm, useFields } from '../../lib/form';
import { showMessage } from '../../lib/ui.store';
import { ErrorNotice } from '../../ui/error-notice';
import { PasswordFields } from './password-fields';

export function NewPassword({ email, onOtherEmail }: { email: string; onOtherEmail: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const form = useContractForm(PasswordReset, { email, code: '', password: '', password_confirmation: '' });
  const field = useFields(form);
  useEffect(() => { form.setFocus('code'); }, [form]);
  const again = useMutation({ ...mutation(requestReset), onSuccess: () => showMessage(t('reset.sent_again'), { type: 'success' }) });
  const change = useMutation({
    ...mutation(resetPassword),
    onSuccess: () => { showMessage(t('reset.done'), { type: 'success', autoHideMs: 5000 }); void navigate('/signin'); },
    onError: (error) => {
      showFieldErrors(form, error);
      if (failed(resetPassword, error) && error.code === 'invalid_code') form.setError('code', { type: 'server', message: error.description }, { shouldFocus: true });
    },
  });
  // Said at its field; the notice on top is for everything else.
  const atField = failed(resetPassword, change.error) && change.error.code === 'invalid_code';
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => change.mutate({ body }))}>
      <Stack gap="md">
        <ErrorNotice error={(atField ? null : change.error) ?? again.error} />
        <input type="hidden" autoComplete="username" {...form.register('email')} />
        <TextInput label={t('reset.code')} description={t('reset.code_hint', { hours: limits.resetCodeHours })} autoComplete="one-time-code" autoCapitalize="characters" spellCheck={false} {...field('code')} />
        <PasswordFields control={form.control} field={field} label={t('reset.new_password')} about={[email]} />
        <Button type="submit" loading={change.isPending} fullWidth>{t('reset.change')}</Button>
        <Text size="sm" component="div">
          {t('reset.nothing')}{' '}
          <Anchor component="button" type="button" size="sm" disabled={again.isPending} onClick={() => again.mutate({ body: { email } })}>{t('reset.send_again')}</Anchor>{' · '}
          <Anchor component="button" type="button" size="sm" onClick={onOtherEmail}>{t('reset.other_email')}</Anchor>
        </Text>
      </Stack>
    </form>
  );
}
