import { Button, Stack, Table, Text, Title } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listRunFiles, type RunFile } from '../../../../../contracts/runtime/run-files';
import type { RunListEntry } from '../../../../../contracts/runtime/runs';
import { formatBytes } from '../../../lib/intl/format-bytes';
import { query } from '../../../lib/http/api';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { saveRunFile } from './stored-records';

/** The time between two requests while the run is under way, since it may create more files. */
const everyMs = 15_000;

/** Lists the files that a run created, such as recordings. Renders nothing without files. */
export function RunFiles({ run }: { run: RunListEntry }) {
  const { t } = useTranslation('session-page');
  const { data, error, refetch } = useQuery({
    ...query(listRunFiles, { params: { id: run._id } }),
    refetchInterval: run.state === 'open' && everyMs,
  });
  const [saving, setSaving] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ file: RunFile; error: unknown } | null>(null);
  const save = (file: RunFile) => {
    setSaving(file.sha256);
    setFailed(null);
    saveRunFile(run._id, file)
      .catch((why: unknown) => setFailed({ file, error: why }))
      .finally(() => setSaving(null));
  };
  const stateOf = ({ state, withheld, stored, bytes }: RunFile) =>
    state === 'due'
      ? t('files.due', { stored: formatBytes(stored), bytes: formatBytes(bytes) })
      : t(withheld ? 'files.withheld' : `files.${state}`);
  if (error && !data)
    return <ErrorNotice error={error} onRetry={() => void refetch()} focus={false} />;
  if (!data || data.items.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t('files.title')}
      </Title>
      {failed && (
        <ErrorNotice error={failed.error} onRetry={() => save(failed.file)} focus={false} />
      )}
      <Table aria-label={t('files.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('files.name')}</Table.Th>
            <Table.Th scope="col">{t('files.size')}</Table.Th>
            <Table.Th scope="col">{t('files.state')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.items.map((file) => (
            <Table.Tr key={file.sha256}>
              <Table.Th scope="row" style={{ overflowWrap: 'anywhere' }}>
                {file.name}
              </Table.Th>
              <Table.Td className="numbers">{formatBytes(file.bytes)}</Table.Td>
              <Table.Td>
                {file.state === 'whole' && !file.withheld ? (
                  <Button
                    variant="default"
                    leftSection={<IconDownload size={18} aria-hidden />}
                    loading={saving === file.sha256}
                    onClick={() => save(file)}
                    aria-label={t('files.download_one', { name: file.name })}
                  >
                    {t('files.download')}
                  </Button>
                ) : (
                  <Text size="sm">{stateOf(file)}</Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
