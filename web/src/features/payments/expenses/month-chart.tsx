import { Group, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../lib/intl/format';
import { formatMoney } from '../../../lib/intl/format-money';
import { type MonthCosts, fillMissingMonths } from './costs.rule';
import classes from './expenses.module.css';

/** The most bars that are shown: more of them would be too thin on a phone. */
const mostBars = 24;
const labels = 6;

const formatted = (month: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat({ ...options, timeZone: 'UTC' }).format(new Date(`${month}-15T12:00:00Z`));
const nameOf = (month: string) => formatted(month, { month: 'long', year: 'numeric' });

/** Shows what was paid and charged in each month: as bars, and as a table with the same numbers. */
export function MonthChart({
  currency,
  months,
}: {
  currency: string;
  months: readonly MonthCosts[];
}) {
  const { t } = useTranslation('expenses');
  const all = fillMissingMonths(months);
  const bars = all.slice(-mostBars);
  const most = Math.max(1, ...bars.map(({ paid, fees }) => paid + fees));
  const every = Math.ceil(bars.length / labels);
  const money = (amount: number) => formatMoney({ amount, currency });
  const id = `months-${currency}`;
  const height = (amount: number) => ({ height: `${(Math.max(0, amount) / most) * 100}%` });
  return (
    <Stack gap="xs" component="section" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {t('months.title', { currency })}
      </Title>
      {bars.length === 0 ? (
        <Text c="dimmed">{t('months.none')}</Text>
      ) : (
        <>
          <Group gap="md" justify="space-between">
            <Text size="sm" className="numbers">
              {t('months.most', { money: money(most) })}
            </Text>
            <Group gap="md" aria-hidden>
              {(['paid', 'fees'] as const).map((name) => (
                <Group key={name} gap={6}>
                  <span className={classes[name]} data-legend />
                  <Text size="sm">{t(`months.${name}`)}</Text>
                </Group>
              ))}
            </Group>
          </Group>
          <div className={classes.bars} aria-hidden>
            {bars.map(({ month, paid, fees }, at) => (
              <div key={month} className={classes.month} title={nameOf(month)}>
                <div className={classes.stack}>
                  <div className={classes.fees} style={height(fees)} />
                  <div className={classes.paid} style={height(paid)} />
                </div>
                <span className={classes.label}>
                  {(bars.length - 1 - at) % every === 0 && formatted(month, { month: 'short' })}
                </span>
                <span className={classes.label}>
                  {(at === 0 || month.endsWith('-01')) && month.slice(0, 4)}
                </span>
              </div>
            ))}
          </div>
          {all.length > bars.length && (
            <Text size="sm" c="dimmed">
              {t('months.earlier', { count: all.length - bars.length })}
            </Text>
          )}
          <details className={classes.table}>
            <summary>{t('months.as_table')}</summary>
            <Table aria-label={t('months.title', { currency })} fz="sm" maw="36rem">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('months.month')}</Table.Th>
                  <Table.Th>{t('months.paid')}</Table.Th>
                  <Table.Th>{t('months.fees')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody className="numbers">
                {all.toReversed().map(({ month, paid, fees }) => (
                  <Table.Tr key={month}>
                    <Table.Td>{nameOf(month)}</Table.Td>
                    <Table.Td>{money(paid)}</Table.Td>
                    <Table.Td>{money(fees)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </details>
        </>
      )}
    </Stack>
  );
}
