import type { ExpenseLine } from '../../../contracts/payments/expenses';
import { csvLine } from '../../research-data/csv-json-parquet/text-lines.rule';
import { decimalAmount } from '../bank/transfers-csv.rule';

const columns = [
  'day',
  'kind',
  'method',
  'study',
  'session',
  'currency',
  'wallet',
  'held',
  'owed',
  'gift_codes',
  'fee',
  'reference',
  'cost_centre',
];

const signedDecimal = (amount: number, currency: string): string =>
  `${amount < 0 ? '-' : ''}${decimalAmount(Math.abs(amount), currency)}`;

/**
 * Makes a CSV for spreadsheets. A byte order mark makes spreadsheets read it as UTF-8, and cells
 * that look like formulas are escaped (RFC 4180).
 */
export const expensesCsv = (lines: readonly ExpenseLine[]): string =>
  `\ufeff${csvLine(columns, true)}${lines
    .map((line) => {
      const money = (amount: number) => signedDecimal(amount, line.currency);
      return csvLine(
        [
          line.day,
          line.kind,
          line.method,
          line.study?.title ?? null,
          line.session && (line.session.name ?? `Session ${line.session.number}`),
          line.currency,
          money(line.wallet),
          money(line.held),
          money(line.owed),
          money(line.gift_codes),
          money(line.fee),
          line.reference,
          line.cost_centre,
        ],
        true,
      );
    })
    .join('')}`;
