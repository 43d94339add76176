import { Text, type TextProps } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participation } from '../../../../contracts/enrolment/participations';
import {
  isPaidReward,
  payByAnswersSentence,
  payWhenLeavingSentence,
  mayLeaveEarly,
  participationPaymentSentence,
  paymentSentence,
  type PaymentTranslator,
} from '../../../../contracts/enrolment/payment.rule';
import type { Study } from '../../../../contracts/studies/studies';
import { formatDate } from '../../lib/intl/format';
import { formatMoney } from '../../lib/intl/format-money';

const useSay = (): PaymentTranslator => {
  const { t } = useTranslation('payment');
  return (key, values) => t(key, values ?? {});
};

/**
 * Reserves the height of the line while its texts load, so that the content below does not move.
 */
function inItsPlace<P extends TextProps>(Sentence: ComponentType<P>) {
  return function InItsPlace(props: P) {
    return (
      <Suspense fallback={<Text size="sm" mt={props.mt} mih="2lh" />}>
        <Sentence {...props} />
      </Suspense>
    );
  };
}

/**
 * Says what participants may earn by their answers, and what they get if they leave after the
 * start. It omits a sentence if the payment terms set no amount for it.
 */
function FurtherTerms({
  reward,
  terms,
  look,
}: {
  reward: Participation['reward'];
  terms: Participation['payment_terms'];
  look: TextProps;
}) {
  const say = useSay();
  const said = [payByAnswersSentence, payWhenLeavingSentence].flatMap(
    (sentence) => sentence(say, { reward, terms }, formatMoney) ?? [],
  );
  return said.map((sentence) => (
    <Text key={sentence} size="sm" {...look}>
      {sentence}
    </Text>
  ));
}

/**
 * Says who pays the reward of a study, how, and within how many days. It also says what
 * participants get if they leave after the start. It shows nothing for an unpaid study.
 */
function PaymentOfStudy({
  study: { reward, payment_terms: terms, researcher: payer },
  ...look
}: { study: Pick<Study, 'reward' | 'payment_terms' | 'researcher'> } & TextProps) {
  const say = useSay();
  if (!isPaidReward(reward)) return null;
  return (
    <>
      <Text size="sm" {...look}>
        {paymentSentence(say, { payer, terms }, formatDate)}
      </Text>
      <FurtherTerms reward={reward} terms={terms} look={look} />
    </>
  );
}

/** Says who pays the reward of a participation, how, and by which day once that is known. */
function PaymentOfParticipation({
  mine: { state, part_due, reward, payment_terms: terms, payer, pay_by },
  ...look
}: {
  mine: Pick<Participation, 'state' | 'part_due' | 'reward' | 'payment_terms' | 'payer' | 'pay_by'>;
} & TextProps) {
  const say = useSay();
  if (!isPaidReward(reward)) return null;
  const by = pay_by ? new Date(pay_by) : null;
  return (
    <>
      <Text size="sm" {...look}>
        {participationPaymentSentence(say, { state, part_due }, { payer, terms, by }, formatDate)}
      </Text>
      {mayLeaveEarly(state) && <FurtherTerms reward={reward} terms={terms} look={look} />}
    </>
  );
}

export const StudyPayment = inItsPlace(PaymentOfStudy);
export const ParticipationPayment = inItsPlace(PaymentOfParticipation);
