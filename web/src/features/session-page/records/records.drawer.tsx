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
import { IconDownload } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunLine } from '../../../../../contracts/runs';
import type { StoredRecord } from '../../../../../contracts/runtime';
import { formatNumber } from '../../../lib/format';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { useFocusReturn } from '../../../ui/use-focus-return';
import { viewOf } from './record-view.rule';
import classes from './records.module.css';
import { RunFiles } from './run-files';
import { saveRecords } from './stored-records';
import { useRecords } from './use-records';
import { LoadingRows } from '../../../ui/loading/loading';

const Row = memo(function Row({ record }: { record: StoredRecord }) {
  const { t } = useTranslation('session-page');
  const { type, short, whole } = viewOf(record);
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
      <Table.Td role="cell">
        <details className={classes.data}>
          <summary>{short || t('records.empty')}</summary>
          <Code block tabIndex={0}>
            {whole}
          </Code>
        </details>
      </Table.Td>
    </Table.Tr>
  );
});

/** What is stored of one run, and what comes while it is under way. */
export function RecordsDrawer({ run, onClose }: { run: RunLine; onClose: () => void }) {
  useFocusReturn();
  const { t } = useTranslation(['session-page', 'common']);
  const isOpen = run.state === 'open';
  const { records, hasMore, told, error, busy, more } = useRecords(run._id, isOpen);
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
        {/* Read out when the researcher opened the records or asked for more; not what comes by itself. */}
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
        <RunFiles run={run} />
        {records.length > 0 && (
          <Table
            role="table"
            aria-label={t('session-page:records.title', { tag: run.tag.slice(0, 6) })}
            className={classes.table}
          >
            <Table.Thead role="rowgroup">
              <Table.Tr role="row">
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.seq')}
                </Table.Th>
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.what')}
                </Table.Th>
                <Table.Th role="columnheader" scope="col">
                  {t('session-page:records.data')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody role="rowgroup">
              {records.map((record) => (
                <Row key={record.seq} record={record} />
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
