import type { Money } from '../../../../contracts/base/fields';
import { currentLanguage } from './format';
import { moneyIn } from './money-words';

/** Formats an amount in minor units: `{ amount: 450, currency: 'EUR' }` is €4.50. */
export const formatMoney = (money: Money) => moneyIn(currentLanguage(), money);
