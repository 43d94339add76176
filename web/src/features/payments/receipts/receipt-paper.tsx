import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paymentsLimits } from '../../../../../contracts/payments/limits';
import type { BodyOf, ReceiptBody } from '../../../../../contracts/payments/receipts/receipts';
import { IconAlertTriangle } from '../../../ui/icons/alert-triangle';
import { formatDay } from './format-day';
import classes from './receipt-paper.module.css';
import { useBonusColumns, useLogColumns, useReceiptRows } from './receipt-rows';

/** A receipt as it is printed. `signature`: left out where it was not verified. */
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

function LogTable({ body }: { body: BodyOf<'disbursement-log'> }) {
  const { t } = useTranslation('receipts');
  return (
    <>
      <LineTable lines={body.lines} columns={useLogColumns(body.currency)} />
      <Text className={classes.hand}>{t('hand')}</Text>
    </>
  );
}

function BonusTable({ body }: { body: BodyOf<'bonus'> }) {
  return <LineTable lines={body.lines} columns={useBonusColumns(body.currency)} />;
}

interface LineColumn<Line> {
  name: string;
  cell: (line: Line) => string;
}

/** The first lines of a receipt; all of them are in its file. */
function LineTable<Line>({
  lines,
  columns,
}: {
  lines: readonly Line[];
  columns: readonly LineColumn<Line>[];
}) {
  const { t } = useTranslation('receipts');
  const shown = lines.slice(0, paymentsLimits.receiptLinesShown);
  const left = lines.length - shown.length;
  return (
    <>
      <table className={classes.log} aria-label={t('lines')}>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((line, n) => (
            // The lines never change, and two may be alike.
            <tr key={n}>
              {columns.map(({ name, cell }) => (
                <td key={name} data-label={name}>
                  {cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <Text size="sm">{t('more_lines', { count: left })}</Text>}
    </>
  );
}
