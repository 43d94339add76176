import { Stack, Text, Title } from '@mantine/core';
import { IconEyeOff } from '../../ui/icons/eye-off';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  listRosterAccesses,
  type RosterAccess as RosterAccessSchema,
} from '../../../../contracts/data-rights/data-rights';
import { formatDateTime } from '../../lib/intl/format';
import { itemsOfPages, pagedQuery } from '../../lib/http/pages';
import { AppLink } from '../../ui/app-link';
import { EmptyState } from '../../ui/feedback/empty-state';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { LoadingRows } from '../../ui/loading/loading';
import { type StackingTableColumn, StackingTable } from '../../ui/stacking-table';
import { ShowMore } from '../../ui/show-more';
import { fullName } from '../../../../contracts/base/full-name.rule';

export type RosterAccess = z.output<typeof RosterAccessSchema>;

/**
 * The list of who opened a roster with the person's name on it, when, and in which study
 * (docs/domain.md, 4).
 */
export function RosterAccesses() {
  const { t } = useTranslation('data-rights');
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pagedQuery<RosterAccess>(listRosterAccesses));
  const accesses = itemsOfPages(data);
  const columns: StackingTableColumn<RosterAccess>[] = [
    {
      name: 'who',
      label: t('seen.who'),
      kind: 'heading',
      cell: ({ researcher: r }) =>
        r ? (
          <>
            <Text span fw={600} inherit>
              {fullName(r)}
            </Text>
            {r.organization && (
              <Text size="sm" c="dimmed">
                {r.organization}
              </Text>
            )}
          </>
        ) : (
          <Text span c="dimmed" inherit>
            {t('seen.gone')}
          </Text>
        ),
    },
    {
      name: 'study',
      label: t('seen.study'),
      cell: ({ study }) =>
        study ? (
          <AppLink to={`/study/details/${study._id}`} inherit>
            {study.title}
          </AppLink>
        ) : (
          <Text span c="dimmed" inherit>
            {t('seen.no_study')}
          </Text>
        ),
    },
    {
      name: 'at',
      label: t('seen.at'),
      kind: 'numbers',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
  ];
  return (
    <Stack component="section" gap="md" aria-labelledby="seen-title">
      <div>
        <Title order={2} size="h3" id="seen-title">
          {t('seen.title')}
        </Title>
        <Text className="measure" mt={4}>
          {t('seen.text')}
        </Text>
      </div>
      {error && (
        <ErrorNotice error={error} title={t('seen.failed')} onRetry={() => void refetch()} />
      )}
      {isPending && <LoadingRows count={3} height={52} />}
      {data && accesses.length === 0 && (
        <EmptyState
          order={3}
          icon={IconEyeOff}
          title={t('seen.empty')}
          text={t('seen.empty_text')}
        />
      )}
      {accesses.length > 0 && (
        <StackingTable label={t('seen.title')} columns={columns} items={accesses} />
      )}
      <ShowMore list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} label={t('seen.more')} />
    </Stack>
  );
}
