import { currencyDigits } from './currency-digits.rule';
import type { Money } from '../../../contracts/base/fields';

/* Without the library of texts, which the page around a study does not load. */

/** Formats minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const moneyIn = (language: string, { amount, currency }: Money) =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(amount / 10 ** currencyDigits(currency));
