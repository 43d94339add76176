import {
  Button,
  Code,
  Drawer,
  Group,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import type { StoredRecord } from '../../../../../contracts/runtime/stored-records';
import { formatNumber } from '../../../lib/intl/format';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { recordViewOf } from './record-view.rule';
import classes from './records.module.css';
import { recordCellText, trialColumnsOf, trialFiguresOf, trialDataOf } from './record-table.rule';
import { RecordFigures } from './record-figures';
import { RunFiles } from './run-files';
import { saveRecords } from './stored-records';
import { useRecords } from './use-records';
import { LoadingRows } from '../../../ui/loading/loading';

const Row = memo(function Row({
  record,
  columns,
}: {
  record: StoredRecord;
  columns: readonly string[];
}) {
  const { t } = useTranslation('session-page');
  const { type, short, whole } = recordViewOf(record);
  const trial = columns.length > 0 ? trialDataOf(record) : null;
  return (
    <Table.Tr role="row">
      <Table.Td role="cell" className="numbers">
        {formatNumber(record.seq)}
      </Table.Td>
      <Table.Td role="cell">
        {t(`records.kind.${record.kind}`)}
        {type !== null && (
          <Text size="xs" c="dimmed">
            {type}
          </Text>
        )}
      </Table.Td>
      {trial &&
        columns.map((name) => (
          <Table.Td role="cell" key={name} className={classes.value}>
            {recordCellText(trial[name]) ?? '…'}
          </Table.Td>
        ))}
      <Table.Td role="cell" colSpan={trial ? 1 : columns.length + 1} className={classes.all}>
        <details className={classes.data}>
          <summary>
            {trial ? (
              <>
                <span className={classes.wide}>{t('records.all')}</span>
                <span className={classes.narrow}>{short}</span>
              </>
            ) : (
              short || t('records.empty')
            )}
          </summary>
          <Code block tabIndex={0}>
            {whole}
          </Code>
        </details>
      </Table.Td>
    </Table.Tr>
  );
});

interface Props {
  run: RunListEntry;
  onClose: () => void;
  /**
   * Functions that open the run of the previous and of the next participant of the list; null at
   * the ends of the list.
   */
  around?: { previous: (() => void) | null; next: (() => void) | null };
  /**
   * The buttons for the possible decisions about the participant, or the decision that was made.
   */
  decision?: ReactNode;
}

/** Shows the stored records of one run, and adds new records while the run is under way. */
export function RecordsDrawer({ run, onClose, around, decision }: Props) {
  useFocusReturn();
  const { t } = useTranslation(['session-page', 'common']);
  const isOpen = run.state === 'open';
  const { records, hasMore, told, error, busy, more } = useRecords(run._id, isOpen);
  const trials = useMemo(() => records.map(trialDataOf).filter((one) => one !== null), [records]);
  // Keeps the same array for the same names, so that rows do not re-render for each new record.
  const names = trialColumnsOf(trials).join('\n');
  const columns = useMemo(() => (names === '' ? [] : names.split('\n')), [names]);
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const name = t('session-page:records.file', { tag: run.tag.slice(0, 6), number: run.attempt });
  const save = () => {
    setSaving(true);
    setFailure(null);
    saveRecords(run._id, `${name}.jsonl`)
      .catch(setFailure)
      .finally(() => setSaving(false));
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(52rem, 100%)"
      title={
        <Title order={2} size="h3" component="span">
          {t('session-page:records.title', { tag: run.tag.slice(0, 6) })}
        </Title>
      }
      closeButtonProps={{ 'aria-label': t('common:action.close'), size: 44 }}
    >
      <Stack gap="md">
        {(around || decision) && (
          <Group justify="space-between" gap="sm">
            <Group gap="xs">{decision}</Group>
            {around && (
              <Group gap="xs">
                <Button
                  variant="default"
                  disabled={!around.previous}
                  onClick={around.previous ?? undefined}
                >
                  {t('session-page:records.previous')}
                </Button>
                <Button
                  variant="default"
                  disabled={!around.next}
                  onClick={around.next ?? undefined}
                >
                  {t('session-page:records.next')}
                </Button>
              </Group>
            )}
          </Group>
        )}
        {/* Announces records that the researcher requested, but no records that polling adds. */}
        <VisuallyHidden role="status">
          {told !== null &&
            t('session-page:records.shown', { count: told, number: formatNumber(told) })}
        </VisuallyHidden>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t(isOpen ? 'session-page:records.shown_open' : 'session-page:records.shown', {
              count: records.length,
              number: formatNumber(records.length),
            })}
          </Text>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={saving}
            onClick={save}
          >
            {t('session-page:records.download')}
          </Button>
        </Group>
        {failure !== null && <ErrorNotice error={failure} onRetry={save} focus={false} />}
        <RecordFigures {...trialFiguresOf(trials)} />
        <RunFiles run={run} />
        {records.length > 0 && (
          <Table
            role="table"
            aria-label={t('session-page:records.title', { tag: run.tag.slice(0, 6) })}
            className={classes.table}
            data-columns={columns.length > 0 || undefined}
          >
            <Table.Thead role="rowgroup">
              <Table.Tr role="row">
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.seq')}
                </Table.Th>
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.what')}
                </Table.Th>
                {columns.map((name) => (
                  <Table.Th role="columnheader" scope="col" key={name}>
                    {name}
                  </Table.Th>
                ))}
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.data')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {records.map((record) => (
                <Row key={record.seq} record={record} columns={columns} />
              ))}
            </Table.Tbody>
          </Table>
        )}
        {error !== null && <ErrorNotice error={error} onRetry={() => void more()} focus={false} />}
        {error === null && records.length === 0 && busy && <LoadingRows count={3} />}
        {error === null && hasMore && records.length > 0 && (
          <Group justify="center">
            <Button variant="default" loading={busy} onClick={() => void more()}>
              {t('session-page:people.more')}
            </Button>
          </Group>
        )}
      </Stack>
    </Drawer>
  );
}
