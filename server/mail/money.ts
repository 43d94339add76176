import type { Language } from '../../contracts/base/languages';
import type { Money } from '../../contracts/base/fields';

/** An amount in minor units, by the currency's own digits. */
export function money(language: Language, { amount, currency }: Money): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
