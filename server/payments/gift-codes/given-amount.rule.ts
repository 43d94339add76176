import { limits } from '../../../contracts/base/limits';
import { currencyDigits } from '../../../contracts/money/currency-digits';
import type { GiftCodeFault } from '../../../contracts/payments/gift-codes/gift-code-faults';

type AmountFault = 'required' | 'invalid' | 'too_small' | 'too_big' | GiftCodeFault;

/**
 * Matches an amount with thousands separators, such as `1 000`, `1'000` or `1.000,00`. A single
 * point or comma does not match, because it may be the decimal separator.
 */
const grouped = /^-?\d+(?:[ \u00a0\u202f'’]\d+|[.,]\d+(?=[.,]))/;

/**
 * Reads an amount in the major unit, such as `10.00` or `10,00`, exactly and without floating-point
 * numbers. A text that might contain thousands separators is refused.
 * @returns minor units, or the error
 */
export function parseAmountCell(cell: string, currency: string): number | AmountFault {
  const text = cell.trim();
  if (text === '') return 'required';
  if (grouped.test(text)) return 'thousands_separator';
  const [, sign, whole, decimals = ''] = /^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return 'invalid';
  const digits = currencyDigits(currency);
  if (decimals.length > digits)
    return decimals.length === 3 ? 'thousands_separator' : 'too_many_decimals';
  const minor = BigInt(whole + decimals.padEnd(digits, '0'));
  if (sign === '-' || minor === 0n) return 'too_small';
  return minor > BigInt(limits.moneyAmount) ? 'too_big' : Number(minor);
}
