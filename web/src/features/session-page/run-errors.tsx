import { Code, Stack, Text, Title } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RunError } from '../../../../contracts/runtime/runs';
import { formatNumber } from '../../lib/intl/format';
import { itemsOfPages, type ListPage } from '../../lib/http/pages';
import { ErrorNotice } from '../../ui/feedback/error-notice';
import { ShowMore } from '../../ui/show-more';
import { StackingTable } from '../../ui/stacking-table';

function whatFailed(t: TFunction<'session-page'>, { kind, message, times }: RunError): string {
  switch (kind) {
    case 'missing_file':
      return t('run_errors.missing_file', { count: times ?? 0 });
    case 'blocked':
      return t('run_errors.policy', { directive: message });
    case 'load_failed':
      return t('run_errors.load_failed', { element: message });
    case 'not_started':
      return t(message ? 'run_errors.not_started_told' : 'run_errors.not_started');
    case 'stuck':
      return t(message ? 'run_errors.stuck_told' : 'run_errors.stuck');
    case 'error':
      return message;
    case 'no_end':
      return t('run_errors.no_end');
    case 'not_loaded':
      return t(message === 'blocked' ? 'run_errors.blocked' : 'run_errors.not_loaded');
  }
}

/**
 * Lists the errors of the study's code and the files that failed to load, each with the number of
 * runs. Renders nothing if no run had an error.
 */
export function RunErrors({
  list,
}: {
  list: UseInfiniteQueryResult<InfiniteData<ListPage<RunError>>>;
}) {
  const { t } = useTranslation('session-page');
  // If a refetch fails, the error is shown beside the earlier data.
  const notice = <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  const errors = itemsOfPages(list.data);
  if (errors.length === 0) return notice;
  const columns = [
    {
      name: 'message',
      label: t('run_errors.message'),
      kind: 'heading' as const,
      cell: (error: RunError) =>
        error.kind === 'error' ? (
          <Code>{error.message || t('run_errors.silent')}</Code>
        ) : (
          whatFailed(t, error)
        ),
    },
    {
      name: 'place',
      label: t('run_errors.place'),
      cell: ({ file, line }: RunError) =>
        file === null ? '–' : line === null ? file : `${file}:${line}`,
    },
    {
      name: 'runs',
      label: t('run_errors.runs'),
      kind: 'numbers' as const,
      cell: ({ runs }: RunError) => formatNumber(runs),
    },
  ];
  return (
    <Stack gap="sm" mt="sm">
      <Title order={3} size="h4">
        {t('run_errors.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('run_errors.text')}
      </Text>
      {notice}
      <StackingTable label={t('run_errors.title')} columns={columns} items={errors} />
      <ShowMore list={list} label={t('people.more')} />
    </Stack>
  );
}
