import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fullName } from '../../../../../contracts/base/full-name.rule';
import {
  readDisbursementLogNames,
  type DisbursementLogNames,
  type DisbursementLogNamesLine,
} from '../../../../../contracts/payments/receipts/log-names';
import type { ReceiptBodyOf } from '../../../../../contracts/payments/receipts/receipts';
import { call } from '../../../lib/http/api';
import { formatMoney } from '../../../lib/intl/format-money';
import { readableEmail } from '../../../lib/intl/shown-email';
import { useMutation } from '../../../lib/http/use-mutation';
import { saveFile } from '../../../lib/save-file';
import { ErrorNotice } from '../../../ui/feedback/error-notice';
import { IconDownload } from '../../../ui/icons/download';
import { IconId } from '../../../ui/icons/id';
import { formatDay } from './format-day';
import { ReceiptLineTable } from './line-table';
import classes from './receipt-paper.module.css';
import { emptyCell } from './receipt-rows';

/**
 * Shows the second sheet of a disbursement log: the names beside its lines. The page requests the
 * names only after a click, because each participant can see who opened them. Before the click, the
 * page says that participants can see this.
 */
export function DisbursementNamesSheet({ log }: { log: ReceiptBodyOf<'disbursement-log'> }) {
  const { t } = useTranslation('receipts');
  const heading = useRef<HTMLHeadingElement>(null);
  const names = useMutation({
    mutationFn: () =>
      call(readDisbursementLogNames, { params: { id: log.id }, query: { number: log.number } }),
    // The pressed button has disappeared, so the heading takes the focus.
    onSuccess: () => heading.current?.focus(),
  });
  return (
    <Stack
      gap="sm"
      component="section"
      aria-labelledby="names"
      className={classes.sheet}
      data-no-print={names.data ? undefined : true}
    >
      <Title order={2} size="h3" id="names" ref={heading} tabIndex={-1}>
        {names.data ? t('names.of', { number: log.number }) : t('names.title')}
      </Title>
      {names.data ? (
        <OpenedNames names={names.data} title={log.study_title} />
      ) : (
        <>
          <Text size="sm">{t('names.recorded')}</Text>
          <Group>
            <Button
              variant="default"
              leftSection={<IconId size={18} aria-hidden />}
              loading={names.isPending}
              onClick={() => names.mutate()}
            >
              {t('names.open')}
            </Button>
          </Group>
          <ErrorNotice error={names.error} />
        </>
      )}
    </Stack>
  );
}

function OpenedNames({ names, title }: { names: DisbursementLogNames; title: string }) {
  const { t } = useTranslation('receipts');
  const { currency, lines } = names;
  const save = useMutation({
    mutationFn: async () => {
      const { paymentNamesCsv } = await import('./log-names-csv');
      saveFile(`${names.number}-${t('names.file_name')}.csv`, paymentNamesCsv(names), 'text/csv');
    },
  });
  const columns = [
    {
      name: t('participant'),
      cell: ({ participant }: DisbursementLogNamesLine) => participant ?? emptyCell,
    },
    { name: t('names.name'), cell: fullName },
    {
      name: t('names.email'),
      cell: ({ email }: DisbursementLogNamesLine) => (email === null ? '' : readableEmail(email)),
    },
    {
      name: t('amount'),
      cell: ({ amount }: DisbursementLogNamesLine) => formatMoney({ amount, currency }),
    },
    { name: t('paid_on'), cell: ({ day }: DisbursementLogNamesLine) => formatDay(day) },
  ];
  return (
    <>
      <Text size="sm">{title}</Text>
      <Text size="sm" c="dimmed">
        {t('names.unsigned')}
      </Text>
      <ReceiptLineTable
        label={t('names.title')}
        lines={lines}
        columns={columns}
        more={(count) => t('names.more', { count })}
      />
      {lines.some(({ email }) => email === null) && <Text size="sm">{t('names.empty')}</Text>}
      <Alert data-no-print role="note" color="gray" icon={<IconId aria-hidden />}>
        {t('names.keep')}
      </Alert>
      <Group data-no-print>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('names.save')}
        </Button>
      </Group>
      <ErrorNotice error={save.error} />
    </>
  );
}
