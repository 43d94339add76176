import type { Money } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { formatMoneyInLanguage } from '../../contracts/money/money-text';

/** Formats an amount in minor units for emails. */
export const formatMoneyForMail = (language: Language, amount: Money): string =>
  formatMoneyInLanguage(language, amount);
