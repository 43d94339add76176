import { Alert, Code, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFileAlert } from '../../../ui/icons/file-alert';
import { type StackingTableColumn, StackingTable } from '../../../ui/stacking-table';
import type { GiftCodeFileFault } from './stock.rule';

/** The most faults that the server names. */
const most = 100;
type Row = GiftCodeFileFault & { readonly _id: string };

/** Explains why nothing of a file was added: lists each fault with its line and column. */
export function GiftCodeFileFaults({ faults }: { faults: readonly GiftCodeFileFault[] }) {
  const { t } = useTranslation('gift-codes');
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const columnOf = ({ column }: GiftCodeFileFault) => {
    if (column === null) return t('faults.whole_line');
    return typeof column === 'number' ? (
      t('faults.number', { number: column })
    ) : (
      <Code>{column}</Code>
    );
  };
  const columns: StackingTableColumn<Row>[] = [
    {
      name: 'line',
      label: t('faults.line'),
      kind: 'numbers',
      cell: ({ line }) => line ?? '–',
    },
    { name: 'column', label: t('faults.column'), cell: columnOf },
    { name: 'what', label: t('faults.what'), cell: ({ text }) => text },
  ];
  return (
    <Stack gap="sm">
      <Alert
        ref={notice}
        tabIndex={-1}
        role="alert"
        color="red"
        icon={<IconFileAlert aria-hidden />}
        title={t('faults.title', { count: faults.length })}
      >
        <Text size="sm">{t(faults.length < most ? 'faults.text' : 'faults.first')}</Text>
      </Alert>
      <StackingTable
        label={t('faults.list')}
        columns={columns}
        items={faults.map((fault, i) => ({ ...fault, _id: String(i) }))}
      />
    </Stack>
  );
}
