import { Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { IconUserOff } from '../../ui/icons/user-off';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findUsers, readUser, type User } from '../../../../contracts/accounts/accounts';
import { Id } from '../../../../contracts/base/fields';
import { ApiError, query } from '../../lib/http/api';
import { useUser } from '../../lib/auth/user';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingForm } from '../../ui/loading/loading';
import { TimeText } from '../../ui/when';
import classes from './facts.module.css';
import { UserActions } from './user-actions';
import { type ListedUser, listedUserName, UserRoles, UserStatus } from './user-words';
import { readableEmail } from '../../lib/intl/shown-email';

/** The sign-in methods for which this page has a name. */
const named = ['google', 'microsoft', 'orcid', 'ssoready', 'password'] as const;
const isWay = (provider: string): provider is (typeof named)[number] =>
  (named as readonly string[]).includes(provider);

function Facts({ user, account }: { user: ListedUser; account: User | undefined }) {
  const { t } = useTranslation('administration');
  const ways =
    account?.identities.map(({ provider }) =>
      isWay(provider) ? t(`provider.${provider}`) : provider,
    ) ?? [];
  return (
    <dl className={classes.facts}>
      <dt>{t('users.email')}</dt>
      <dd>{readableEmail(user.email ?? '')}</dd>
      <dt>{t('users.roles')}</dt>
      <dd>
        <UserRoles user={user} />
      </dd>
      <dt>{t('users.state')}</dt>
      <dd>
        <UserStatus user={user} />
      </dd>
      {user.disabled_at && (
        <>
          <dt>{t('users.disabled_at')}</dt>
          <dd>
            <TimeText at={user.disabled_at} relative />
          </dd>
        </>
      )}
      {user.deletion_at && (
        <>
          <dt>{t('users.deletion_at')}</dt>
          <dd>
            <TimeText at={user.deletion_at} relative />
          </dd>
        </>
      )}
      {user.deletion_requested_at && (
        <>
          <dt>{t('users.deletion_requested_at')}</dt>
          <dd>
            <TimeText at={user.deletion_requested_at} relative />
          </dd>
        </>
      )}
      <dt>{t('users.organization')}</dt>
      <dd>{user.organization ?? t('users.none')}</dd>
      {user.orcid && (
        <>
          <dt>ORCID</dt>
          <dd>{user.orcid.replace(/^https?:\/\/orcid\.org\//, '')}</dd>
        </>
      )}
      <dt>{t('users.linked')}</dt>
      <dd>{ways.length ? ways.join(', ') : t('users.none')}</dd>
      {user.created_at && (
        <>
          <dt>{t('users.since')}</dt>
          <dd>
            <TimeText at={user.created_at} />
          </dd>
        </>
      )}
      <dt>{t('users.id')}</dt>
      <dd>
        <Text span inherit ff="monospace" size="xs">
          {user._id}
        </Text>
      </dd>
    </dl>
  );
}

/**
 * Shows one account: its data, its history and its actions. The page's address contains the id of
 * the account, so that other pages can link to it.
 */
export function UserDrawer({
  id: wanted,
  listed,
  onClose,
}: {
  id: string;
  listed: readonly ListedUser[];
  onClose: () => void;
}) {
  const { t } = useTranslation(['administration', 'common']);
  const { user: me } = useUser();
  // The drawer still shows the account while it closes, so that it is not empty meanwhile.
  const [id, setId] = useState(wanted);
  if (wanted && wanted !== id) setId(wanted);
  const found = listed.find(({ _id }) => _id === id);
  const valid = Id.safeParse(id).success;
  const account = useQuery({ ...query(readUser, { params: { id } }), enabled: valid });
  // If another page linked to this drawer, the list of users may not contain the account, so the
  // account is fetched separately.
  const email = account.data?.email;
  const looked = useQuery({
    ...query(findUsers, { query: { text: email } }),
    enabled: wanted !== '' && valid && !found && email !== undefined,
  });
  const user = found ?? looked.data?.items.find(({ _id }) => _id === id);
  const error = account.error ?? looked.error;
  const absent =
    (wanted !== '' && !valid) ||
    (error instanceof ApiError && error.status === 404) ||
    (looked.data !== undefined && !user);
  return (
    <Drawer
      opened={wanted !== ''}
      onClose={onClose}
      position="right"
      size="min(32rem, 100%)"
      title={
        <Title order={2} size="h3" component="span">
          {user
            ? listedUserName(user)
            : account.data
              ? listedUserName(account.data)
              : t('users.one')}
        </Title>
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      {absent ? (
        <EmptyState icon={IconUserOff} title={t('users.absent')} text={t('users.absent_text')} />
      ) : error ? (
        <ErrorNotice error={error} title={t('users.failed_one')} focus={false} />
      ) : !user ? (
        <LoadingForm />
      ) : (
        <Stack gap="lg">
          <Facts user={user} account={account.data} />
          <Group gap="lg">
            <AppLink to={`/admin/audit?person=${user._id}`}>{t('users.to_audit')}</AppLink>
            {user.is_researcher && (
              <AppLink to={`/reviews?tab=decided&researcher=${user._id}`}>
                {t('users.to_reviews')}
              </AppLink>
            )}
          </Group>
          {me && me._id === user._id ? (
            <Text size="sm" c="dimmed">
              {t('users.yourself')}
            </Text>
          ) : (
            <UserActions key={user._id} user={user} />
          )}
        </Stack>
      )}
    </Drawer>
  );
}
