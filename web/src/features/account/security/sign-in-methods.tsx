import { Button, Stack, Text } from '@mantine/core';
import { IconLock } from '../../../ui/icons/lock';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../../../contracts/accounts/accounts';
import {
  type IdentityProvider,
  identityProviders,
  mayLinkProvider,
  readSignInMethods,
  unlinkIdentity,
} from '../../../../../contracts/authentication/identities';
import { call, query } from '../../../lib/http/api';
import { profileQuery } from '../../../lib/auth/user';
import { AppLink } from '../../../ui/app-link';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingCards } from '../../../ui/loading/loading';
import { TimeText } from '../../../ui/when';
import { goToProvider } from '../sign-in/elsewhere/oidc';
import { ProviderLogo } from '../sign-in/elsewhere/provider-mark';
import { goToOrganization } from '../sign-in/elsewhere/sso';
import { useExternalRedirect } from '../sign-in/elsewhere/use-external-redirect';
import { ProfilePageSection } from './section';
import { SecurityChangeError } from './security-error';
import { useAccountSecurity, useSecurityChange } from './use-security';
import { SignInMethodList, SignInMethodRow } from './sign-in-method-row';

const anchor = 'sign-in-methods';

/**
 * Lists all sign-in methods of the account: the password and the linked identities. The person
 * cannot remove the last remaining method.
 */
export function SignInMethods({ user }: { user: User }) {
  const { t } = useTranslation(['security', 'account', 'profile']);
  const client = useQueryClient();
  const security = useAccountSecurity();
  const offered = useQuery({ ...query(readSignInMethods), staleTime: Infinity });
  // Makes the provider authenticate the person again. Otherwise a session that another person left
  // open at the provider, in this browser, could be linked.
  const link = useExternalRedirect(async (provider: IdentityProvider) =>
    provider === 'ssoready'
      ? goToOrganization(user.email, { purpose: 'link', fresh: true })
      : goToProvider(provider, { purpose: 'link', fresh: true }),
  );
  const unlink = useSecurityChange(
    (provider: IdentityProvider) => call(unlinkIdentity, { body: { provider } }),
    {
      done: 'methods.unlinked',
      onDone: (changed: User) => {
        client.setQueryData(profileQuery().queryKey, changed);
      },
    },
  );
  const linked = new Map(user.identities.map(({ provider, created_at }) => [provider, created_at]));
  const shown = identityProviders.filter(
    (one) =>
      linked.has(one) ||
      (mayLinkProvider(one, user.is_researcher) &&
        (one === 'ssoready' ? offered.data?.sso : offered.data?.providers.includes(one))),
  );
  const password = security.data?.password;
  const onlyOne = password === false && linked.size === 1;
  const error = security.error ?? offered.error;

  const rowOf = (provider: IdentityProvider) => {
    const since = linked.get(provider);
    const name = t(`account:provider.${provider}`);
    const action =
      since === undefined ? (
        <Button
          variant="default"
          aria-label={`${t('methods.link')}: ${name}`}
          loading={link.busy && link.going === provider}
          onClick={() => {
            unlink.reset();
            link.leave(provider);
          }}
        >
          {t('methods.link')}
        </Button>
      ) : (
        !onlyOne && (
          <Button
            variant="default"
            aria-label={`${t('methods.unlink')}: ${name}`}
            loading={unlink.isPending && unlink.variables === provider}
            onClick={() => {
              link.reset();
              unlink.mutate(provider);
            }}
          >
            {t('methods.unlink')}
          </Button>
        )
      );
    const text =
      since === undefined ? (
        t(`methods.what_${provider}`)
      ) : (
        <>
          {t('methods.since')} <TimeText at={since} />
          {onlyOne && (
            <>
              <br />
              {t('methods.only_one')}
            </>
          )}
        </>
      );
    return (
      <SignInMethodRow
        key={provider}
        icon={<ProviderLogo provider={provider} size={22} />}
        name={name}
        text={text}
        action={action}
      />
    );
  };

  return (
    <ProfilePageSection id={anchor} title={t('methods.title')} lead={t('methods.lead')}>
      {error ? (
        <ErrorNotice
          error={error}
          onRetry={() => {
            void security.refetch();
            void offered.refetch();
          }}
        />
      ) : password === undefined || !offered.data ? (
        <LoadingCards count={1} height={96} />
      ) : (
        <Stack gap="md">
          <SignInMethodList label={t('methods.title')}>
            <SignInMethodRow
              icon={<IconLock size={22} stroke={1.7} aria-hidden />}
              name={t('account:password')}
              text={
                <>
                  {t(password ? 'profile:profile.password_text' : 'methods.no_password')}{' '}
                  <AppLink
                    to={`/logout?redirect=${encodeURIComponent('/reset-password')}`}
                    size="sm"
                  >
                    {t(password ? 'profile:profile.password_link' : 'methods.set_password')}
                  </AppLink>
                </>
              }
            />
            {shown.map(rowOf)}
          </SignInMethodList>
          <SecurityChangeError error={link.error ?? unlink.error} anchor={anchor} />
          {shown.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('methods.none_offered')}
            </Text>
          )}
        </Stack>
      )}
    </ProfilePageSection>
  );
}
