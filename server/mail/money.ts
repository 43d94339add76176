import type { Money } from '../../contracts/base/fields';
import type { Language } from '../../contracts/base/languages';
import { moneyText } from '../../contracts/base/money-text';

/** An amount in minor units, as emails write it. */
export const money = (language: Language, amount: Money): string => moneyText(language, amount);
