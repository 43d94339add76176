import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import { formatDate, formatNumber } from '../../../lib/intl/format';
import { ShowMore } from '../../../ui/show-more';
import { StackingTable } from '../../../ui/stacking-table';
import { useFoldedList } from '../../../ui/use-fold';

const fewOnPhones = 5;

/** Lists runs by participant code, each with a link to its records. */
export function RunTable({
  title,
  runs,
  onRead,
}: {
  title: string;
  runs: readonly RunListEntry[];
  onRead: (run: RunListEntry) => void;
}) {
  const { t } = useTranslation(['session-page']);
  const { shown, ...fold } = useFoldedList(runs, fewOnPhones);
  if (runs.length === 0) return null;
  const columns = [
    {
      name: 'tag',
      label: t('session-page:people.tag'),
      kind: 'heading' as const,
      cell: ({ tag, attempt }: RunListEntry) => (
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
      }: RunListEntry) => (
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
      cell: ({ records }: RunListEntry) => formatNumber(records),
    },
    {
      name: 'with',
      label: t('session-page:runs.with'),
      extra: true,
      cell: ({ environment }: RunListEntry) =>
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
      cell: ({ last_day }: RunListEntry) => formatDate(last_day),
    },
    {
      name: 'actions',
      label: t('session-page:people.more_of_one'),
      kind: 'actions' as const,
      cell: (run: RunListEntry) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => onRead(run)}
          aria-label={t('session-page:records.read_one', {
            tag: run.tag.slice(0, 6),
            number: run.attempt,
          })}
        >
          {t('session-page:records.read')}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="sm" mt="lg">
      <Title order={3} size="h4">
        {title}
      </Title>
      <StackingTable label={title} columns={columns} items={shown} compact />
      <ShowMore label={t('session-page:people.more')} fold={fold} />
    </Stack>
  );
}
