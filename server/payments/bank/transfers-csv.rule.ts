import { currencyDigits } from '../../../contracts/money/currency-digits';
import { csvLine } from '../../research-data/csv-json-parquet/text-lines.rule';

export interface BankTransfer {
  /** The reference by which the bank reports the transfer. */
  readonly reference: string;
  readonly holder: string;
  readonly iban: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/**
 * Formats an amount of minor units as a decimal with a point, such as `4.50` for 450 in EUR. It is
 * exact for any integer.
 */
export function decimalAmount(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const columns = ['reference', 'holder', 'iban', 'amount', 'currency'];

/** Makes a CSV for spreadsheets, with formula-like cells escaped (RFC 4180). */
export const transfersCsv = (transfers: readonly BankTransfer[]): string =>
  [
    columns,
    ...transfers.map(({ reference, holder, iban, amount, currency }) => [
      reference,
      holder,
      iban,
      decimalAmount(amount, currency),
      currency,
    ]),
  ]
    .map((cells) => csvLine(cells, true))
    .join('');
