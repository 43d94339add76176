import type { Money } from '../../../../contracts/base/fields';
import { formatMoneyInLanguage } from '../../../../contracts/money/money-text';

/*
 * This file does not use i18next, because the page around a study uses the file but does not load
 * i18next.
 */

/** Formats an amount in minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const moneyIn = (language: string, money: Money) =>
  formatMoneyInLanguage(language, money, 'narrowSymbol');
