import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type {
  ReceiptBodyOf,
  ReceiptBody,
} from '../../../../../contracts/payments/receipts/receipts';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { formatDay } from './format-day';
import { ReceiptLineTable, type ReceiptLineColumn } from './line-table';
import classes from './receipt-paper.module.css';
import { useBonusColumns, useDisbursementLogColumns, useReceiptRows } from './receipt-rows';

/** A receipt as it is printed. `signature` is absent if the signature was not verified. */
export function ReceiptPaper({
  body,
  signature,
  voidedBy,
}: {
  body: ReceiptBody;
  signature: string;
  voidedBy: string | null;
}) {
  const { t } = useTranslation('receipts');
  const rows = useReceiptRows(body);
  return (
    <Stack gap="md" className={classes.paper}>
      {voidedBy !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
          {t('void', { number: voidedBy })}
        </Alert>
      )}
      <dl className={classes.facts}>
        {[
          [t('number'), body.number] as const,
          [t('day'), formatDay(body.day)] as const,
          [t('installation'), body.installation] as const,
          ...rows,
        ].map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      {body.type === 'disbursement-log' && <LogTable body={body} />}
      {body.type === 'bonus' && body.lines.length > 0 && <BonusTable body={body} />}
      <Stack gap={4} className={classes.notes}>
        {'until' in body && body.until === 'midnight' && (
          <Text size="sm">{t('midnight', { day: formatDay(body.day) })}</Text>
        )}
        {body.replaces !== null && (
          <Text size="sm">{t('replaces', { number: body.replaces })}</Text>
        )}
        <Text size="sm">{t('signed', { version: body.key_version })}</Text>
        <Text className={classes.signature}>{signature}</Text>
      </Stack>
    </Stack>
  );
}

function LogTable({ body }: { body: ReceiptBodyOf<'disbursement-log'> }) {
  const { t } = useTranslation('receipts');
  return (
    <>
      <SignedLines lines={body.lines} columns={useDisbursementLogColumns(body.currency)} />
      <Text className={classes.hand}>{t('hand')}</Text>
    </>
  );
}

function BonusTable({ body }: { body: ReceiptBodyOf<'bonus'> }) {
  return <SignedLines lines={body.lines} columns={useBonusColumns(body.currency)} />;
}

function SignedLines<Line>(of: {
  lines: readonly Line[];
  columns: readonly ReceiptLineColumn<Line>[];
}) {
  const { t } = useTranslation('receipts');
  return (
    <ReceiptLineTable {...of} label={t('lines')} more={(count) => t('more_lines', { count })} />
  );
}
