import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type IdentityProvider,
  linkIdentity,
} from '../../../../../../contracts/authentication/identities';
import { ApiError, call } from '../../../../lib/http/api';
import { showMessage } from '../../../../lib/ui.store';
import { useMutation } from '../../../../lib/http/use-mutation';
import { profileQuery } from '../../../../lib/auth/user';
import { AppLink } from '../../../../ui/app-link';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import { AccountPageLayout } from '../../account-frame';
import { type SecondFactorChallenge, secondFactorChallengeOf, signIn } from '../sign-in';
import { useSignInForm } from '../use-sign-in-form';
import { SecondFactorStep } from '../second-factor-step';
import { emailInputProps } from '../../../../lib/intl/email-input';

interface Props {
  provider: IdentityProvider;
  email: string;
  token: string;
  /** Set if the password was accepted and the second factor is missing. */
  challenge?: SecondFactorChallenge;
  onDone: () => void;
}

/**
 * Shown when an account already has the identity's email address. A person who knows the account's
 * password is its owner, so the identity is linked to the account. From then on, both the password
 * and the identity sign the person in.
 */
export function LinkAccountForm({ provider, email, token, challenge: begun, onDone }: Props) {
  const { t } = useTranslation(['account', 'common']);
  const client = useQueryClient();
  const form = useSignInForm({ email, password: '', remember: false });
  const { focus } = form;
  const name = t(`provider.${provider}`);
  useEffect(() => {
    focus(email ? 'password' : 'email');
  }, [focus, email]);
  const link = useMutation({
    mutationFn: () => call(linkIdentity, { body: { provider, token } }),
    onSuccess: (user) => {
      client.setQueryData(profileQuery().queryKey, user);
      showMessage(t('proof.linked', { name }), { type: 'success', autoHideMs: 5000 });
      onDone();
    },
  });
  const enter = useMutation({
    mutationFn: signIn,
    onSuccess: () => link.mutate(),
    onError: (error) => {
      if (!secondFactorChallengeOf(error)) focus('password', true);
    },
  });
  const [kept, setKept] = useState(begun);
  const challenge = secondFactorChallengeOf(enter.error) ?? kept;
  const proof = useMemo(() => ({ provider, email, token }), [provider, email, token]);
  const refused =
    enter.error instanceof ApiError && enter.error.status >= 400 && enter.error.status < 500;

  if (link.isError) {
    return (
      <AccountPageLayout
        title={t('proof.not_linked', { name })}
        lead={t('proof.not_linked_lead')}
        takesOver
      >
        <Stack gap="md">
          <ErrorNotice error={link.error} />
          <Button fullWidth onClick={onDone}>
            {t('common:action.continue')}
          </Button>
        </Stack>
      </AccountPageLayout>
    );
  }
  if (challenge && link.isIdle)
    return (
      <SecondFactorStep
        challenge={challenge}
        proof={proof}
        onDone={() => link.mutate()}
        onAgain={() => {
          setKept(undefined);
          enter.reset();
        }}
      />
    );
  return (
    <AccountPageLayout
      title={t('proof.title')}
      lead={t('proof.lead', { name: t(`provider_named.${provider}`) })}
      foot={<AppLink to="/signin">{t('reset.back')}</AppLink>}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const values = form.complete();
          if (values) enter.mutate(values);
        }}
      >
        <Stack gap="md">
          <ErrorNotice
            error={enter.error}
            title={refused || !enter.error ? undefined : t('common:error.unexpected')}
          />
          <TextInput
            label={t('email')}
            {...emailInputProps}
            autoComplete="username"
            readOnly={provider !== 'ssoready'}
            {...form.field('email')}
          />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('show_password') }}
            {...form.field('password')}
          />
          <Button type="submit" fullWidth loading={enter.isPending || link.isPending}>
            {t('proof.confirm')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('proof.no_password')}{' '}
            <AppLink to="/reset-password" size="sm">
              {t('signin.forgotten')}
            </AppLink>
          </Text>
        </Stack>
      </form>
    </AccountPageLayout>
  );
}
