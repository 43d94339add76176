import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../contracts/participations';
import {
  isPaid,
  paymentOf,
  paymentSentence,
  type SayPayment,
} from '../../../../contracts/payment.rule';
import type { Study } from '../../../../contracts/studies';
import { formatDate } from '../../lib/format';

const useSay = (): SayPayment => {
  const { t } = useTranslation('payment');
  return (key, values) => t(key, values ?? {});
};

/** Who pays the reward of a study, how, and within how many days; nothing where it pays nothing. */
export function StudyPayment({
  study: { reward, payment_terms: terms, researcher: payer },
  ...look
}: { study: Pick<Study, 'reward' | 'payment_terms' | 'researcher'> } & TextProps) {
  const say = useSay();
  if (!isPaid(reward)) return null;
  return (
    <Text size="sm" {...look}>
      {paymentSentence(say, { payer, terms }, formatDate)}
    </Text>
  );
}

/** The same for a participation, with the day by which it is paid once that is known. */
export function ParticipationPayment({
  mine: { state, reward, payment_terms: terms, payer, pay_by },
  ...look
}: {
  mine: Pick<Participation, 'state' | 'reward' | 'payment_terms' | 'payer' | 'pay_by'>;
} & TextProps) {
  const say = useSay();
  if (!isPaid(reward)) return null;
  const by = pay_by ? new Date(pay_by) : null;
  return (
    <Text size="sm" {...look}>
      {paymentOf(say, state, { payer, terms, by }, formatDate)}
    </Text>
  );
}
