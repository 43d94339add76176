import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  PasswordReset,
  requestReset,
  resetPassword,
} from '../../../../../contracts/authentication/passwords';
import { authenticationLimits } from '../../../../../contracts/authentication/limits';
import { isApiErrorOf, mutation } from '../../../lib/http/api';
import { showFieldErrors, useContractForm, useFieldProps } from '../../../lib/form';
import { showMessage } from '../../../lib/ui.store';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { requireSamePasswords, PasswordFields } from './password-fields';
import { emailInputProps } from '../../../lib/intl/email-input';

interface Props {
  email: string;
  /**
   * Whether the code was requested in this tab, so that the address is known. Otherwise the form
   * has a field for the address.
   */
  known: boolean;
  onAsked: (email: string) => void;
  onDone: () => void;
  onOtherEmail: () => void;
}

export function NewPassword({ email, known, onAsked, onDone, onOtherEmail }: Props) {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const form = useContractForm(requireSamePasswords(PasswordReset), {
    email,
    code: '',
    password: '',
    password_confirmation: '',
  });
  const field = useFieldProps(form);
  useEffect(() => {
    form.setFocus(email ? 'code' : 'email');
  }, [form, email]);
  const typed = form.watch('email');
  const again = useMutation({
    ...mutation(requestReset),
    onSuccess: (_, { body }) => {
      showMessage(t('reset.sent_again'), { type: 'success' });
      onAsked(body.email);
    },
  });
  const sendAgain = async () => {
    if (await form.trigger('email', { shouldFocus: true }))
      again.mutate({ body: { email: form.getValues('email') } });
  };
  const change = useMutation({
    ...mutation(resetPassword),
    onSuccess: () => {
      onDone();
      showMessage(t('reset.done'), { type: 'success', autoHideMs: 5000 });
      void navigate('/signin');
    },
    onError: (error) => {
      showFieldErrors(form, error);
      if (isApiErrorOf(resetPassword, error) && error.code === 'invalid_code')
        form.setError(
          'code',
          { type: 'server', message: error.description },
          { shouldFocus: true },
        );
    },
  });
  // A wrong code is shown as an error of the code's field; all other errors are shown in the form's
  // notice.
  const atField = isApiErrorOf(resetPassword, change.error) && change.error.code === 'invalid_code';
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit((body) => change.mutate({ body }))(event)}
    >
      <Stack gap="md">
        {known ? (
          <input type="hidden" autoComplete="username" {...form.register('email')} />
        ) : (
          <TextInput
            label={t('email')}
            {...emailInputProps}
            autoComplete="username"
            {...field('email')}
          />
        )}
        <TextInput
          label={t('reset.code')}
          description={t('reset.code_hint', { hours: authenticationLimits.resetCodeHours })}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <PasswordFields
          control={form.control}
          field={field}
          label={t('reset.new_password')}
          about={[typed]}
        />
        <ErrorNotice
          error={(atField ? null : change.error) ?? again.error}
          kept={t('common:error.kept')}
        />
        <Button type="submit" loading={change.isPending} fullWidth>
          {t('reset.change')}
        </Button>
        <Text size="sm" component="div">
          {t('reset.nothing')}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={again.isPending}
            onClick={() => void sendAgain()}
          >
            {t('reset.send_again')}
          </Anchor>
          {known && (
            <>
              {' · '}
              <Anchor component="button" type="button" size="sm" onClick={onOtherEmail}>
                {t('reset.other_email')}
              </Anchor>
            </>
          )}
        </Text>
      </Stack>
    </form>
  );
}
