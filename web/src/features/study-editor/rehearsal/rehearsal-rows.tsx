import { Alert, Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { IconDownload } from '../../../ui/icons/download';
import { IconEyeX } from '../../../ui/icons/eye-x';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readRehearsalRows,
  type RehearsalRows as Rows,
} from '../../../../../contracts/research-data/rehearsal-data';
import { query } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { LoadingRows } from '../../../ui/loading/loading';
import { downloadRehearsal } from './save-rehearsal';
import classes from './rehearsal.module.css';

/** The export formats: plain tables, and the standards of behavioural research (Psych-DS, BIDS). */
const formats = ['csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids'] as const;

/** Writes a cell as the CSV of an export does: empty if there is no value. */
const textOf = (cell: unknown): string =>
  cell === null ? '' : typeof cell === 'string' ? cell : JSON.stringify(cell);

/**
 * The first rows of the data as a table, as an export would contain them, and a button for the
 * complete export.
 */
export function RehearsalRows({ rehearsalId }: { rehearsalId: string }) {
  const { t } = useTranslation(['rehearsals', 'hosted-study']);
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const { data, error, isPending, refetch } = useQuery(
    query(readRehearsalRows, { params: { id: rehearsalId } }),
  );
  const save = useMutation({ mutationFn: () => downloadRehearsal(rehearsalId, format) });
  if (isPending) return <LoadingRows count={2} height={40} />;
  if (!data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const { columns, rows, total_rows, disagree } = data;
  const title =
    total_rows === 0 ? t('no_rows') : t('rows', { count: total_rows, shown: rows.length });
  return (
    <div>
      <NotAsShown disagree={disagree} />
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {rows.length > 0 && (
        <Table.ScrollContainer
          minWidth={0}
          maxHeight={360}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <Table withTableBorder verticalSpacing={6} aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                {columns.map(({ name }) => (
                  <Table.Th key={name}>
                    <code>{name}</code>
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((cells, i) => (
                <Table.Tr key={i}>
                  {cells.map((cell, column) => (
                    <Table.Td key={columns[column]?.name ?? column} className={classes.cell}>
                      {textOf(cell)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group gap="xs" mt="sm" align="flex-end">
        <NativeSelect
          size="sm"
          label={t('rehearsals:format')}
          data={formats.map((one) => ({
            value: one,
            label: t(`hosted-study:data.formats.${one}`),
          }))}
          value={format}
          onChange={({ currentTarget }) =>
            setFormat(formats.find((one) => one === currentTarget.value) ?? 'csv')
          }
        />
        <Button
          size="sm"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('rehearsals:download')}
        </Button>
      </Group>
      <ErrorNotice error={save.error} />
    </div>
  );
}

/**
 * Lists texts that are in the data but were never on the screen. Perhaps the study contains a text
 * in two places, and the researcher changed only one.
 */
function NotAsShown({ disagree }: Pick<Rows, 'disagree'>) {
  const { t } = useTranslation('rehearsals');
  if (disagree.length === 0) return null;
  return (
    <Alert
      color="yellow"
      mb="sm"
      icon={<IconEyeX size={20} aria-hidden />}
      title={t('not_shown.title')}
    >
      <ul className={classes.list}>
        {disagree.map(({ column, recorded, shown, rows }) => (
          <li key={`${column} ${recorded} ${shown}`}>
            {t('not_shown.line', { column, recorded, shown, count: rows })}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
