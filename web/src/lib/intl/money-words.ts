import type { Money } from '../../../../contracts/base/fields';
import { moneyText } from '../../../../contracts/money/money-text';

/* These functions do not use the library for texts, which the page around a study does not load. */

/** Formats minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const moneyIn = (language: string, money: Money) =>
  moneyText(language, money, 'narrowSymbol');
