import { currencyDigits } from './currency-digits';
import type { Money } from '../base/fields';

/**
 * Formats an amount in minor units for people: `{ amount: 450, currency: 'EUR' }` is €4.50. The
 * language determines the currency sign and the separators, ISO 4217 the number of digits.
 */
export function formatMoneyInLanguage(
  language: string,
  { amount, currency }: Money,
  currencyDisplay: 'symbol' | 'narrowSymbol' = 'symbol',
): string {
  const digits = currencyDigits(currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}
