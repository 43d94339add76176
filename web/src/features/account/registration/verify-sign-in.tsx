import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OidcProvider } from '../../../../../contracts/authentication/identities';
import { useAuth } from '../../../lib/auth/auth.store';
import { LinkButton } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { AccountPageLayout } from '../account-frame';
import { storeVerifyButtonPressed } from '../sign-in/stored-key';
import { goToProvider } from '../sign-in/elsewhere/oidc';
import { ProviderLogo } from '../sign-in/elsewhere/provider-mark';
import { useExternalRedirect } from '../sign-in/elsewhere/use-external-redirect';

interface Props {
  verificationKey: string;
  providers: readonly string[];
  /** Whether the person is signed in to a different account. */ other: boolean;
}

/**
 * Asks the visitor to sign in, because the account was registered with an external identity. Only a
 * person who has that identity and also reads the mail can confirm the account. This tab keeps the
 * key from the mail until the visitor returns from the sign-in.
 */
export function SignInToVerify({ verificationKey, providers, other }: Props) {
  const { t } = useTranslation(['account', 'common', 'verify']);
  const go = useExternalRedirect((provider: OidcProvider) =>
    goToProvider(provider, { purpose: 'sign-in' }),
  );
  const known = providers.flatMap((one) => OidcProvider.safeParse(one).data ?? []);
  const begin = (provider: OidcProvider) => {
    storeVerifyButtonPressed(verificationKey);
    useAuth.getState().keepRedirect('/verify');
    go.leave(provider);
  };
  return (
    <AccountPageLayout
      title={t('verify:first')}
      lead={t('verify:first_text', { name: t(`provider.${known[0] ?? 'google'}`) })}
      takesOver
    >
      <Stack gap="md">
        {other && <Text>{t('verify:first_other')}</Text>}
        {known.map((provider) => (
          <Button
            key={provider}
            fullWidth
            leftSection={<ProviderLogo provider={provider} />}
            loading={go.busy && go.going === provider}
            onClick={() => begin(provider)}
          >
            {t('verify:first_with', { name: t(`provider.${provider}`) })}
          </Button>
        ))}
        {known.length === 0 && (
          <LinkButton to="/signin" fullWidth>
            {t('common:action.sign_in')}
          </LinkButton>
        )}
        <ErrorNotice error={go.error} />
        <Text size="sm" c="dimmed">
          {t('verify:first_not_you')}
        </Text>
      </Stack>
    </AccountPageLayout>
  );
}
