import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../contracts/base/fields';
import { hourlyPay } from '../../../contracts/payments/fair-pay.rule';
import { formatMoney } from '../lib/intl/format-money';
import { formatAboutMinutes } from './duration';

/**
 * Returns the values that a participant compares, in this order: "€4.50", "about 20 minutes",
 * "€13.50 an hour". `t` must have the namespaces `studies` and `common`.
 * @param minutes the duration that the study states
 * @param median the median duration in minutes of past participations; if it is set, the hourly pay
 * is computed from it, and the text says so
 */
export function payWords(
  t: TFunction<['studies', 'common']>,
  reward: Money | null,
  minutes: number,
  median: number | null = null,
): string[] {
  if (!reward || reward.amount === 0)
    return [t('studies:pay.none'), formatAboutMinutes(t, minutes)];
  const pay = hourlyPay(reward, minutes, median);
  return [
    formatMoney(reward),
    formatAboutMinutes(t, minutes),
    ...(pay
      ? [
          t(pay.by === 'median' ? 'studies:pay.hourly_median' : 'studies:pay.hourly', {
            money: formatMoney(pay.rate),
          }),
        ]
      : []),
  ];
}

/** Puts the values of `payWords` into one line: "€4.50 · about 20 minutes · €13.50 an hour". */
export function PayLine({ reward, minutes }: { reward: Money | null; minutes: number }) {
  const { t } = useTranslation(['studies', 'common']);
  return <span className="numbers">{payWords(t, reward, minutes).join(' · ')}</span>;
}
