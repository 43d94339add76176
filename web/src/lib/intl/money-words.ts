import type { Money } from '../../../../contracts/base/fields';
import { formatMoneyInLanguage } from '../../../../contracts/money/money-text';

/* The functions of this file do not use i18next, which the page around a study does not load. */

/** Formats an amount in minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const moneyIn = (language: string, money: Money) =>
  formatMoneyInLanguage(language, money, 'narrowSymbol');
