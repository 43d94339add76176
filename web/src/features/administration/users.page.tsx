import { Anchor, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '../../ui/icons/search';
import { IconSearchOff } from '../../ui/icons/search-off';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findUsers } from '../../../../contracts/accounts/accounts';
import { hasOnlySimilarItems, itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { useDebouncedOnPage } from '../../lib/navigation/use-debounced-on-page';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { Page } from '../../ui/page';
import { type StackingTableColumn, StackingTable } from '../../ui/stacking-table';
import { TimeText } from '../../ui/when';
import { knownValueAmong, useFilters } from '../../lib/navigation/use-filters';
import { UserDrawer } from './user.drawer';
import { type ListedUser, listedUserName, UserRoles, UserStatus } from './user-words';
import { ShowMore } from '../../ui/show-more';
import { readableEmail } from '../../lib/intl/shown-email';

const roles = ['ADMINISTRATOR', 'researcher', 'participant'] as const;
const statuses = ['NEW', 'ACTIVE', 'DISABLED', 'DELETING', 'LEAVING'] as const;

/** /admin/users: all accounts, and an administrator's actions on them. */
export function UsersPage() {
  const { t } = useTranslation('administration');
  const { filters, change } = useFilters('text', 'role', 'status', 'user');
  const search = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => search.current?.focus()]]);
  const look = useDebouncedOnPage((text: string) => change({ text: text.trim() }), 250);
  const [role, status] = [
    knownValueAmong(filters.role, roles),
    knownValueAmong(filters.status, statuses),
  ];
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery({
    ...pagedQuery<ListedUser>(findUsers, {
      query: {
        ...(filters.text && { text: filters.text }),
        ...(role && { role }),
        ...(status && { status }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const users = itemsOfPages(data);
  const showAll = () => {
    if (search.current) search.current.value = '';
    change({ text: '', role: '', status: '' });
  };
  const columns: StackingTableColumn<ListedUser>[] = [
    {
      name: 'name',
      label: t('users.name'),
      kind: 'heading',
      cell: (user) => (
        <>
          <Anchor
            component="button"
            type="button"
            fw={600}
            ta="start"
            inherit
            onClick={() => change({ user: user._id })}
          >
            {listedUserName(user)}
          </Anchor>
          <Text size="sm" c="dimmed">
            {readableEmail(user.email ?? '')}
          </Text>
        </>
      ),
    },
    { name: 'role', label: t('users.roles'), cell: (user) => <UserRoles user={user} /> },
    {
      name: 'organization',
      label: t('users.organization'),
      extra: true,
      cell: ({ organization }) =>
        organization ?? (
          <Text span c="dimmed" inherit>
            –
          </Text>
        ),
    },
    { name: 'status', label: t('users.state'), cell: (user) => <UserStatus user={user} /> },
    {
      name: 'since',
      label: t('users.since'),
      kind: 'numbers',
      cell: ({ created_at }) => created_at && <TimeText at={created_at} relative />,
    },
  ];
  return (
    <Page title={t('users.title')} lead={t('users.lead')} size="xl">
      <Group gap="sm" align="flex-end" role="search" aria-label={t('users.find')}>
        <TextInput
          ref={search}
          type="search"
          flex="1 1 18rem"
          label={t('users.search')}
          placeholder={t('users.search_hint')}
          leftSection={<IconSearch size={18} aria-hidden />}
          defaultValue={filters.text}
          onChange={(event) => look(event.currentTarget.value)}
        />
        <NativeSelect
          flex="1 1 9rem"
          maw={{ sm: '13rem' }}
          label={t('users.roles')}
          data={[
            { value: '', label: t('users.any_role') },
            ...roles.map((value) => ({ value, label: t(`users.role.${value}`) })),
          ]}
          value={role ?? ''}
          onChange={(event) => change({ role: event.currentTarget.value })}
        />
        <NativeSelect
          flex="1 1 9rem"
          maw={{ sm: '13rem' }}
          label={t('users.state')}
          data={[
            { value: '', label: t('users.any_status') },
            ...statuses.map((value) => ({ value, label: t(`users.status.${value}`) })),
          ]}
          value={status ?? ''}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </Group>
      {error && (
        <ErrorNotice error={error} title={t('users.failed')} onRetry={() => void refetch()} />
      )}
      <Text role="status" size="sm" c="dimmed" className="numbers" mih="1.5em">
        {data && !isPlaceholderData && users.length > 0
          ? hasOnlySimilarItems(data)
            ? t('users.alike', { text: filters.text })
            : t(hasNextPage ? 'users.first' : 'users.found', { count: users.length })
          : ''}
      </Text>
      {isPending ? (
        <LoadingRows count={6} height={56} />
      ) : users.length === 0 ? (
        !error && (
          <EmptyState
            icon={IconSearchOff}
            title={t('users.nobody')}
            text={t('users.nobody_text')}
            action={
              <Button variant="default" onClick={showAll}>
                {t('users.show_all')}
              </Button>
            }
          />
        )
      ) : (
        <StackingTable
          label={t('users.title')}
          columns={columns}
          items={users}
          busy={isPlaceholderData}
        />
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('more')} />
      <UserDrawer id={filters.user} listed={users} onClose={() => change({ user: '' })} />
    </Page>
  );
}
