import { Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ExpenseLine } from '../../../../../contracts/payments/expenses';
import { dateFormat } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import type { StackingTableColumn } from '../../../ui/stacking-table';
import classes from './expenses.module.css';

const money = (amount: number, currency: string) => formatMoney({ amount, currency });

function What({ line, t }: { line: ExpenseLine; t: TFunction<'expenses'> }) {
  const { kind, method, study, session, fee, currency, reference, cost_centre } = line;
  const details = [
    study &&
      session &&
      t('lines.session_of', {
        title: study.title ?? t('untitled'),
        session: session.name ?? t('costs.session', { number: session.number }),
      }),
    fee !== 0 && t('lines.fee', { money: money(fee, currency) }).replaceAll(' ', '\u00a0'),
    reference !== null && t('lines.reference', { reference }),
    cost_centre !== null && t('lines.cost_centre', { cost_centre }),
  ].filter((one) => typeof one === 'string');
  return (
    <Stack gap={0}>
      <Text span fw={600} inherit>
        {method ? t(`paid_by.${method}`) : t(`of.${kind}`)}
      </Text>
      {details.length > 0 && (
        <Text span size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {details.join(' · ')}
        </Text>
      )}
    </Stack>
  );
}

/**
 * Returns the columns of the table of expenses.
 * @param hasGiftCodes whether any line changes the stock of gift codes
 */
export function expenseLineColumns(
  t: TFunction<'expenses'>,
  hasGiftCodes: boolean,
): StackingTableColumn<ExpenseLine>[] {
  const effects = [
    'wallet',
    'held',
    'owed',
    ...(hasGiftCodes ? (['gift_codes'] as const) : []),
  ] as const;
  return [
    {
      name: 'what',
      label: t('lines.kind'),
      kind: 'heading',
      cell: (line) => <What line={line} t={t} />,
    },
    {
      name: 'day',
      label: t('lines.day'),
      cell: ({ day }) => (
        <span className={classes.amount}>
          {dateFormat({ dateStyle: 'medium' }).format(new Date(`${day}T12:00:00`))}
        </span>
      ),
    },
    ...effects.map((name): StackingTableColumn<ExpenseLine> => ({
      name,
      label: t(`lines.${name}`),
      kind: 'numbers',
      // The cell is empty if the transaction does not change the balance.
      cell: (line) =>
        line[name] !== 0 && (
          <span className={classes.amount}>
            {line[name] > 0 && '+'}
            {money(line[name], line.currency)}
          </span>
        ),
    })),
  ];
}
