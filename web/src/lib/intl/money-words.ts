import type { Money } from '../../../../contracts/base/fields';
import { moneyText } from '../../../../contracts/base/money-text';

/* Without the library of texts, which the page around a study does not load. */

/** Formats minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const moneyIn = (language: string, money: Money) =>
  moneyText(language, money, 'narrowSymbol');
