import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../contracts/base/fields';
import { hourly } from '../lib/intl/format';
import { formatMoney } from '../lib/intl/format-money';
import { aboutMinutes } from './duration';

/**
 * "€4.50", "about 20 minutes", "€13.50 an hour": the values that a participant compares, in this order. `t` must have the namespaces
 * `studies` and `common`.
 */
export function payWords(
  t: TFunction<['studies', 'common']>,
  reward: Money | null,
  minutes: number,
): string[] {
  if (!reward || reward.amount === 0) return [t('studies:pay.none'), aboutMinutes(t, minutes)];
  return [
    formatMoney(reward),
    aboutMinutes(t, minutes),
    t('studies:pay.hourly', { money: formatMoney(hourly(reward, minutes)) }),
  ];
}

/** The values in one line: "€4.50 · about 20 minutes · €13.50 an hour". */
export function PayLine({ reward, minutes }: { reward: Money | null; minutes: number }) {
  const { t } = useTranslation(['studies', 'common']);
  return <span className="numbers">{payWords(t, reward, minutes).join(' · ')}</span>;
}
