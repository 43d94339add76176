import { Stack, Text, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EndpointResponseBody } from '../../../../contracts/base/endpoint';
import type { SessionRunCounts } from '../../../../contracts/runtime/live-runs';
import {
  fastRunMedianShare,
  minRunsForComparison,
  type listRuns,
  type RunError,
  type RunListEntry,
} from '../../../../contracts/runtime/runs';
import { itemsOfPages, type ListPage } from '../../lib/http/pages';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { RunErrors } from './run-errors';

export type RunTotals = EndpointResponseBody<typeof listRuns>['totals'];
const states = ['open', 'finished', 'ended'] as const;
const warnings = [
  'stalled',
  'with_errors',
  'with_missing_files',
  'with_lost_records',
  'with_no_records',
  'with_few_records',
  'with_focus_lost',
  'never_began',
  'fast',
] as const;

/** Shows the runs of a study on this platform. Renders nothing if no run has begun. */
export function SessionRuns({
  list,
  errors,
  now,
}: {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<RunListEntry>>>;
  errors: UseInfiniteQueryResult<InfiniteData<ListPage<RunError>>>;
  /** The live counts of runs; undefined if the page does not watch them. */
  now: SessionRunCounts | undefined;
}) {
  const { t } = useTranslation(['session-page']);
  const runs = itemsOfPages(list.data);
  // Each page of the list contains the totals of all runs; those of the first page are shown.
  const totals = (list.data?.pages[0] as { totals?: RunTotals } | undefined)?.totals;
  // If a refetch fails, the error is shown beside the earlier data, so that it does not remove what
  // the researcher is reading.
  const notice = <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (!totals || states.every((state) => totals[state] === 0)) return notice;
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('session-page:runs.title')}
      </Title>
      {notice}
      {now?.stalled === null && (
        <Text size="sm" c="dimmed">
          {t('session-page:runs.later')}
        </Text>
      )}
      <Text size="sm">
        {[
          ...states.map((state) => t(`session-page:runs.total.${state}`, { count: totals[state] })),
          ...warnings
            .map((one) => ({ one, count: totals[one] ?? 0 }))
            .filter(({ count }) => count > 0)
            .map(({ one, count }) =>
              t(`session-page:runs.total.${one}`, {
                count,
                of: totals.listed + (one === 'never_began' ? totals.timed_out : 0),
              }),
            ),
        ].join(' · ')}
      </Text>
      {(totals.fast ?? 0) > 0 && (
        <Text size="sm" c="dimmed">
          {t('session-page:runs.about_fast', {
            share: fastRunMedianShare * 100,
            least: minRunsForComparison,
          })}
        </Text>
      )}
      {runs.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('session-page:runs.not_yet')}
        </Text>
      )}
      <RunErrors list={errors} />
    </Stack>
  );
}
