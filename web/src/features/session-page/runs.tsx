import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../../contracts/base/endpoint';
import type { RunsCounted } from '../../../../contracts/live-runs';
import {
  fastBelow,
  fewestCompared,
  type listRuns,
  type RunError,
  type RunLine,
} from '../../../../contracts/runs';
import { RunsText } from '../../domain/sessions/runs-now';
import { formatDate, formatNumber } from '../../lib/format';
import { itemsOf, type Page } from '../../lib/http/pages';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { onDemand } from '../../ui/on-demand';
import { StackingTable } from '../../ui/stacking-table';
import { ShowMore } from '../../ui/show-more';
import { useFold } from '../../ui/use-fold';
import { RunErrors } from './run-errors';

const RecordsDrawer = onDemand(
  async () => (await import('./records/records.drawer')).RecordsDrawer,
);

const fewOnPhones = 5;

export type RunTotals = Result<typeof listRuns>['totals'];
const states = ['open', 'finished', 'ended'] as const;
const warnings = [
  'stalled',
  'with_errors',
  'with_missing_files',
  'with_lost_records',
  'with_no_records',
  'with_few_records',
  'with_focus_lost',
  'fast',
] as const;

/** What is stored of a session of a study that runs here; nothing where no run has begun. */
export function Runs({
  list,
  errors,
  now,
}: {
  list: UseInfiniteQueryResult<InfiniteData<Page<RunLine>>>;
  errors: UseInfiniteQueryResult<InfiniteData<Page<RunError>>>;
  /** What is told live; undefined where it is not watched. */
  now: RunsCounted | undefined;
}) {
  const { t } = useTranslation(['session-page']);
  const [reading, setReading] = useState<string | null>(null);
  const runs = itemsOf(list.data);
  const { shown, ...fold } = useFold(runs, fewOnPhones);
  // Each page has the totals; the first one is the newest.
  const totals = (list.data?.pages[0] as { totals?: RunTotals } | undefined)?.totals;
  // Beside what was read before: asking again by itself must not take away what is being read.
  const notice = <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  if (!totals || states.every((state) => totals[state] === 0)) return notice;
  const read = runs.find(({ _id }) => _id === reading);
  const close = () => setReading(null);
  const columns = [
    {
      name: 'tag',
      label: t('session-page:people.tag'),
      kind: 'heading' as const,
      cell: ({ tag, attempt }: RunLine) => (
        <>
          <code title={tag}>{tag.slice(0, 6)}</code>
          {attempt > 1 && (
            <Text size="sm" component="span" ml="xs" c="dimmed">
              {t('session-page:runs.attempt', { number: attempt })}
            </Text>
          )}
        </>
      ),
    },
    {
      name: 'state',
      label: t('session-page:runs.state'),
      cell: ({
        state,
        lost,
        no_records,
        few_records,
        stalled,
        errors,
        missing_files,
        focus_lost,
        fast,
      }: RunLine) => (
        <Group gap="xs">
          <span>{t(`session-page:runs.${state}`)}</span>
          {stalled && (
            <Badge color="gray" variant="light">
              {t('session-page:runs.stalled')}
            </Badge>
          )}
          {errors > 0 && (
            <Badge color="red" variant="light">
              {t('session-page:runs.errors', { count: errors })}
            </Badge>
          )}
          {missing_files !== null && missing_files > 0 && (
            <Badge color="red" variant="light">
              {t('session-page:runs.missing_files', { count: missing_files })}
            </Badge>
          )}
          {lost > 0 && (
            <Badge color="orange" variant="light">
              {t('session-page:runs.lost', { count: lost })}
            </Badge>
          )}
          {no_records && (
            <Badge color="red" variant="light">
              {t('session-page:runs.none')}
            </Badge>
          )}
          {few_records && !no_records && (
            <Badge color="orange" variant="light">
              {t('session-page:runs.few')}
            </Badge>
          )}
          {fast && (
            <Badge color="gray" variant="light">
              {t('session-page:runs.fast')}
            </Badge>
          )}
          {focus_lost > 0 && (
            <Text size="sm" component="span" c="dimmed">
              {t('session-page:runs.focus_lost', { count: focus_lost })}
            </Text>
          )}
        </Group>
      ),
    },
    {
      name: 'records',
      label: t('session-page:runs.records'),
      kind: 'numbers' as const,
      cell: ({ records }: RunLine) => formatNumber(records),
    },
    {
      name: 'with',
      label: t('session-page:runs.with'),
      extra: true,
      cell: ({ environment }: RunLine) =>
        environment
          ? [
              t(`session-page:runs.device.${environment.device}`),
              t(`session-page:runs.browser.${environment.browser}`),
            ].join(', ')
          : '–',
    },
    {
      name: 'day',
      label: t('session-page:runs.last_day'),
      cell: ({ last_day }: RunLine) => formatDate(last_day),
    },
    {
      name: 'actions',
      label: t('session-page:records.column'),
      kind: 'actions' as const,
      cell: ({ _id, tag, attempt }: RunLine) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => setReading(_id)}
          onPointerEnter={RecordsDrawer.fetch}
          aria-label={t('session-page:records.read_one', { tag: tag.slice(0, 6), number: attempt })}
        >
          {t('session-page:records.read')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('session-page:runs.title')}
      </Title>
      {notice}
      {now && (
        <div>
          <RunsText counted={now} />
          {now.stalled === null && (
            <Text size="sm" c="dimmed">
              {t('session-page:runs.later')}
            </Text>
          )}
        </div>
      )}
      <Text size="sm">
        {[
          ...states.map((state) => t(`session-page:runs.total.${state}`, { count: totals[state] })),
          ...warnings
            .map((one) => ({ one, count: totals[one] ?? 0 }))
            .filter(({ count }) => count > 0)
            .map(({ one, count }) => t(`session-page:runs.total.${one}`, { count })),
        ].join(' · ')}
      </Text>
      {(totals.fast ?? 0) > 0 && (
        <Text size="sm" c="dimmed">
          {t('session-page:runs.about_fast', { share: fastBelow * 100, least: fewestCompared })}
        </Text>
      )}
      {runs.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('session-page:runs.not_yet')}
        </Text>
      ) : (
        <StackingTable
          label={t('session-page:runs.title')}
          columns={columns}
          items={shown}
          compact
        />
      )}
      <ShowMore list={list} label={t('session-page:people.more')} fold={fold} />
      <RunErrors list={errors} />
      {read && <RecordsDrawer run={read} onClose={close} onMissing={close} />}
    </Stack>
  );
}
