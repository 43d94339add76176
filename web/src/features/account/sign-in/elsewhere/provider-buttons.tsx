import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type OidcProvider,
  readSignInMethods,
} from '../../../../../../contracts/authentication/identities';
import { query } from '../../../../lib/http/api';
import { useAuth } from '../../../../lib/auth/auth.store';
import { ErrorNotice } from '../../../../ui/feedback/error-notice';
import classes from '../../account.module.css';
import { ProviderLogo } from './provider-mark';
import { useExternalRedirect } from './use-external-redirect';

/**
 * How long the sign-in lasts, and the role of a new account. Only a person with an invitation can
 * become a researcher (docs/specification.md, 2).
 */
export interface SignInOptions {
  remember?: boolean;
  is_researcher?: boolean;
  invitation_code?: string;
}

interface Props {
  /** The providers to show: registration leaves out ORCID, which provides no email address. */
  only?: readonly OidcProvider[];
  /** `continue`: to sign in; `signup`: to register; `participant`: to register as a participant. */
  words: 'continue' | 'signup' | 'participant';
  /**
   * Returns the options of the sign-in. It returns null if a field on the page must be filled in
   * first, and then shows the error at that field.
   */
  wanted: () => Promise<SignInOptions | null> | SignInOptions | null;
  /**
   * Returns the email address by which the visitor's organization is found; null if the visitor has
   * not entered one yet.
   */
  email: () => Promise<string | null> | string | null;
}

/**
 * Fetches the sign-in methods that this server offers beside the password. They do not change while
 * a page is open.
 */
export const useSignInMethods = () =>
  useQuery({ ...query(readSignInMethods), staleTime: Infinity });

/** Shows the sign-in methods beside the password. Renders nothing if there are none. */
export function OtherSignInMethods({ only, words, wanted, email }: Props) {
  const { t } = useTranslation('account');
  const again = useAuth((s) => s.again);
  const { data } = useSignInMethods();
  const body = { purpose: 'sign-in' as const, ...(again && { fresh: true }) };
  const go = useExternalRedirect(
    async ({
      way,
      wish,
      address,
    }: {
      way: OidcProvider | 'sso';
      wish: SignInOptions;
      address: string;
    }) =>
      way === 'sso'
        ? (await import('./sso')).goToOrganization(address, { ...body, ...wish })
        : (await import('./oidc')).goToProvider(way, { ...body, ...wish }),
  );
  const begin = async (way: OidcProvider | 'sso') => {
    const wish = await wanted();
    const address = wish && way === 'sso' ? await email() : '';
    if (wish && address !== null) go.leave({ way, wish, address });
  };
  const providers = data?.providers.filter((one) => !only || only.includes(one)) ?? [];
  if (!data || (providers.length === 0 && !data.sso)) return null;
  const common = (way: OidcProvider | 'sso') => ({
    variant: 'default' as const,
    fullWidth: true,
    classNames: { root: classes.way, label: classes.label },
    loading: go.busy && go.going?.way === way,
    disabled: go.busy && go.going?.way !== way,
    onClick: () => void begin(way),
  });

  return (
    <section aria-label={t('ways.title')}>
      <Divider my="lg" label={t('ways.or')} />
      <Stack gap="xs">
        {providers.map((provider) => (
          <Button
            key={provider}
            {...common(provider)}
            leftSection={<ProviderLogo provider={provider} />}
          >
            {/* The label for Microsoft exists only in English (docs/specification.md, 1). */}
            <span lang={provider === 'microsoft' ? 'en' : undefined}>
              {t(`ways.${words}.${provider}`)}
            </span>
          </Button>
        ))}
        {data.sso && (
          <Button {...common('sso')} leftSection={<ProviderLogo provider="ssoready" />}>
            {t(`ways.${words}.sso`)}
          </Button>
        )}
        <ErrorNotice error={go.error} />
        {data.sso && (
          <Text size="sm" c="dimmed">
            {t('ways.sso_hint')}
          </Text>
        )}
      </Stack>
    </section>
  );
}
