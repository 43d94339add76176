import type { Money } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { moneyText } from '../../contracts/money/money-text';

/** Formats an amount in minor units for emails. */
export const formatMoneyForMail = (language: Language, amount: Money): string =>
  moneyText(language, amount);
