import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ApiError } from '../../../lib/http/api';
import { useAuth } from '../../../lib/auth/auth.store';
import { config } from '../../../lib/http/config';
import { useMutation } from '../../../lib/http/use-mutation';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { BusyPage } from '../../../ui/loading/loading';
import { onDemand } from '../../../ui/on-demand';
import { AccountPageLayout } from '../account-frame';
import { DemoAccounts } from './demo-accounts';
import { storedChallenge } from './stored-challenge';
import { OtherSignInMethods, useSignInMethods } from './elsewhere/provider-buttons';
import { secondFactorChallengeOf, signIn } from './sign-in';
import { useSignInForm } from './use-sign-in-form';
import { emailInputProps } from '../../../lib/intl/email-input';

const SecondFactorStep = onDemand(
  async () => (await import('./second-factor-step')).SecondFactorStep,
);

/** Whether the password was wrong (401). */
const wrong = (error: unknown) => error instanceof ApiError && error.status === 401;

/**
 * Whether the server has paused the sign-in after too many failed attempts (429): it then refuses
 * the right password, too.
 */
const isPaused = (error: unknown) =>
  error instanceof ApiError && error.code === 'too_many_requests';

export function SignInPage() {
  const { t } = useTranslation(['account', 'common']);
  const form = useSignInForm({ email: '', password: '', remember: false });
  const attempt = useMutation({
    mutationFn: signIn,
    onError: (error) => {
      if (wrong(error)) form.focus('password', true);
    },
  });
  const { pathname } = useLocation();
  const ended = useAuth((s) => s.ended);
  // The buttons of other sign-in methods load later. The demo accounts below wait for these
  // buttons, which would otherwise move them.
  const ways = useSignInMethods();
  const [kept, setKept] = useState(() => storedChallenge(pathname));
  const challenge = secondFactorChallengeOf(attempt.error) ?? kept?.challenge;
  const refused =
    attempt.error instanceof ApiError && attempt.error.status >= 400 && attempt.error.status < 500;
  const again = () => {
    setKept(undefined);
    attempt.reset();
    form.set({ password: '' });
  };

  if (challenge)
    return (
      <SecondFactorStep
        challenge={challenge}
        waiting={<BusyPage />}
        onDone={() => {
          setKept(undefined);
          attempt.reset();
        }}
        onAgain={again}
      />
    );
  return (
    <AccountPageLayout
      title={t('signin.title')}
      lead={t(ended ? `signin.ended.${ended}` : 'signin.lead')}
      foot={
        ways.isFetched && (
          <>
            {t('signin.new_here')}{' '}
            <AppLink to="/signup">{t('common:action.create_account')}</AppLink>
          </>
        )
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = form.complete();
          if (values) attempt.mutate(values);
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('email')}
            {...emailInputProps}
            autoComplete="username"
            {...form.field('email')}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            {...form.field('password')}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={t('signin.remember')}
              checked={form.values.remember}
              onChange={({ currentTarget }) => form.set({ remember: currentTarget.checked })}
            />
            <AppLink to="/reset-password" state={{ email: form.values.email.trim() }}>
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
      <OtherSignInMethods
        words="continue"
        wanted={() => ({ remember: form.values.remember })}
        email={form.address}
      />
      {config.demo && ways.isFetched && (
        <DemoAccounts
          onChoose={(email, password) => {
            form.reset({ email, password, remember: false });
            form.focus('email');
          }}
        />
      )}
    </AccountPageLayout>
  );
}
