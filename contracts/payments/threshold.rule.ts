import { currencyDigits } from '../money/currency-digits';
import { paymentsLimits } from './limits';

/** Minor units by currency. */
export type PayoutThresholds = ReadonlyMap<string, number>;

/**
 * Parses a list of amounts by currency, such as `EUR:600,USD:599.50`.
 * @returns null for a text that is not such a list
 */
export function parsePayoutThresholds(text: string): PayoutThresholds | null {
  const thresholds = new Map<string, number>();
  for (const part of text.split(',')) {
    const [currency = '', amount = '', ...more] = part.split(':').map((one) => one.trim());
    const code = currency.toUpperCase();
    const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(amount) ?? [];
    if (!/^[A-Z]{3}$/.test(code) || whole === undefined || more.length > 0) return null;
    const digits = currencyDigits(code);
    const minor = Number(whole + decimals.padEnd(digits, '0'));
    const isAmount =
      decimals.length <= digits && minor > 0 && minor <= paymentsLimits.fundingAmount;
    if (!isAmount || thresholds.has(code)) return null;
    thresholds.set(code, minor);
  }
  return thresholds;
}

/**
 * Whether a payout must be checked by an administrator before it is made.
 * @param total what the participant gets in the year, in minor units, including this payout
 */
export const exceedsThreshold = (total: number, threshold: number | undefined): boolean =>
  threshold !== undefined && total > threshold;

/**
 * Returns the calendar year of a day: its number, its first day, and the first day of the next
 * year.
 */
export function calendarYearOf(day: string): { year: number; from: string; until: string } {
  const year = Number(day.slice(0, 4));
  return { year, from: `${year}-01-01`, until: `${year + 1}-01-01` };
}
