import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ApiError } from '../../../lib/http/api';
import { config } from '../../../lib/http/config';
import { useContractForm, useFields } from '../../../lib/form';
import { useMutation } from '../../../lib/http/use-mutation';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { AccountFrame } from '../account-frame';
import { DemoAccounts } from './demo-accounts';
import { keptChallenge } from './stored-challenge';
import { OtherWays } from './provider-buttons';
import { SecondFactorStep } from './second-factor-step';
import { challengeOf, signIn, SignIn } from './sign-in';

/** Whether the password was wrong (401). */
const wrong = (error: unknown) => error instanceof ApiError && error.status === 401;

/** Whether too many tries of somebody keep the right password out as well (429). */
const isPaused = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many_requests';

export function SignInPage() {
  const { t } = useTranslation(['account', 'common']);
  const form = useContractForm(SignIn, { email: '', password: '', remember: false });
  const field = useFields(form);
  const attempt = useMutation({
    mutationFn: signIn,
    onError: (error) => {
      if (wrong(error)) form.setFocus('password', { shouldSelect: true });
    },
  });
  const { pathname } = useLocation();
  const [kept, setKept] = useState(() => keptChallenge(pathname));
  const challenge = challengeOf(attempt.error) ?? kept?.challenge;
  const refused =
    attempt.error instanceof ApiError && attempt.error.status >= 400 && attempt.error.status < 500;
  const again = () => {
    setKept(undefined);
    attempt.reset();
    form.setValue('password', '');
  };
  const address = async () =>
    (await form.trigger('email', { shouldFocus: true })) ? form.getValues('email') : null;

  if (challenge)
    return (
      <SecondFactorStep
        challenge={challenge}
        onDone={() => {
          setKept(undefined);
          attempt.reset();
        }}
        onAgain={again}
      />
    );
  return (
    <AccountFrame
      title={t('signin.title')}
      lead={t('signin.lead')}
      foot={
        <>
          {t('signin.new_here')} <AppLink to="/signup">{t('common:action.create_account')}</AppLink>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit((values) => attempt.mutate(values))(event)}
      >
        <Stack gap="md">
          <TextInput label={t('email')} type="email" autoComplete="username" {...field('email')} />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            {...field('password')}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox label={t('signin.remember')} {...form.register('remember')} />
            <AppLink to="/reset-password" state={{ email: form.watch('email').trim() }}>
              {t('signin.forgotten')}
            </AppLink>
          </Group>
          <ErrorNotice
            error={attempt.error}
            title={refused || !attempt.error ? undefined : t('common:error.unexpected')}
            kept={
              isPaused(attempt.error)
                ? t('signin.paused')
                : refused
                  ? undefined
                  : t('common:error.kept')
            }
            focus={!wrong(attempt.error)}
          />
          <Button type="submit" loading={attempt.isPending} fullWidth>
            {t('common:action.sign_in')}
          </Button>
        </Stack>
      </form>
      <OtherWays
        words="continue"
        wanted={() => ({ remember: form.getValues('remember') })}
        email={address}
      />
      {config.demo && (
        <DemoAccounts
          onChoose={(email, password) => {
            form.reset({ email, password, remember: false });
            form.setFocus('email');
          }}
        />
      )}
    </AccountFrame>
  );
}
