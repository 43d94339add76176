import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../../contracts/base/fields';
import { fairPayRatesOf, hourlyPay, judgePay } from '../../../../contracts/payments/fair-pay.rule';
import type { Session } from '../../../../contracts/enrolment/sessions';
import { formatNumber } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';
import { AppLink } from '../../ui/app-link';
import { IconAlertTriangle } from '../../ui/icons/alert-triangle';
import { IconCoins } from '../../ui/icons/coins';
import { paymentFieldPath } from './payment-field';
import { payOfSession, topUpPath } from './session-pay.rule';
import { usePricing } from './use-pricing';

/**
 * Warns before a launch that the reward is below the minimum, or below what is recommended. The
 * launch stays possible.
 */
export function FairPayAtLaunch({
  reward,
  minutes,
  studyId,
  onLeave,
}: {
  reward: Money | null;
  /** The minutes that the study states. */
  minutes: number;
  studyId: string;
  onLeave: () => void;
}) {
  const { t } = useTranslation('sessions');
  const rates = usePricing().data?.fair_pay;
  const pay = hourlyPay(reward, minutes, null);
  const judgement = pay && judgePay(pay.rate, rates);
  const fair = pay && fairPayRatesOf(rates, pay.rate.currency);
  if (!pay || !fair || judgement === null || judgement === 'fair') return null;
  const isBelow = judgement === 'below_floor';
  const limit = { ...pay.rate, amount: isBelow ? fair.floor : fair.recommended };
  return (
    <Alert
      role="note"
      color={isBelow ? 'orange' : 'blue'}
      icon={isBelow ? <IconAlertTriangle aria-hidden /> : <IconCoins aria-hidden />}
      title={t(`pay.at_launch.${judgement}`, { money: formatMoney(limit) })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="numbers">
          {t('pay.at_launch.text', { money: formatMoney(pay.rate), count: minutes })}
        </Text>
        <AppLink to={paymentFieldPath(studyId)} size="sm" onClick={onLeave}>
          {t('pay.at_launch.change')}
        </AppLink>
      </Stack>
    </Alert>
  );
}

/**
 * Warns while a session pays less than the minimum: says how much is missing, and links to the
 * top-up.
 */
export function FairPayWhileRunning({
  session,
  median,
}: {
  session: Session;
  median: number | null;
}) {
  const { t } = useTranslation('sessions');
  const pay = payOfSession(session, median, usePricing().data?.fair_pay);
  const runs = session.launched_at !== null && session.state !== 'closed';
  if (!pay?.fair || pay.judgement !== 'below_floor' || !runs) return null;
  const { rate, by, minutes, fair, topUp } = pay;
  const money = (amount: number) => formatMoney({ ...rate, amount });
  return (
    <Alert
      role="note"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('pay.running.title', { money: money(rate.amount), floor: money(fair.floor) })}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="numbers">
          {t(`pay.running.${by}`, { count: Math.round(minutes), minutes: formatNumber(minutes) })}
        </Text>
        {topUp !== null && (
          <AppLink to={topUpPath(session._id, topUp)} size="sm">
            {t('pay.running.top_up', { money: money(topUp) })}
          </AppLink>
        )}
      </Stack>
    </Alert>
  );
}
