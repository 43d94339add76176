import type { Money } from '../../../contracts/base/fields';
import type { SessionPayer, PaymentTerms } from '../../../contracts/studies/payment-terms';
import { partialRewardDue } from '../../../contracts/enrolment/part-pay.rule';
import {
  isPaidReward,
  payByAnswersSentence,
  payWhenLeavingSentence,
  mayLeaveEarly,
  latestPaymentTime,
  participationPaymentSentence,
  paymentStatusOf,
  type PaymentTranslator,
  type StateAndPartialPayDue,
} from '../../../contracts/enrolment/payment.rule';
import type english from '../../../locales/en/server-enrolment.json';
import type { MailBodyContext } from '../../mail/mail-renderer';
import { formatMoneyForMail } from '../../mail/money';
import type { Translate } from '../../platform/i18n/texts';
import { rewardOf } from '../model/session.rule';
import type { Addressee } from './addressee.read';

/** The payment as a mail describes it; a session that pays nothing has none. */
export interface PaymentInMail extends StateAndPartialPayDue {
  reward: Money;
  terms: PaymentTerms | null;
  payer: SessionPayer | null;
  by: Date | null;
}

export function paymentForMail(to: Addressee): PaymentInMail | null {
  const reward = rewardOf(to);
  if (!isPaidReward(reward)) return null;
  const { state, payment_terms: terms, payer } = to;
  const part_due = partialRewardDue(to, terms);
  return { reward, state, part_due, terms, payer, by: latestPaymentTime(to, reward, terms) };
}

/**
 * Makes the rows about pay in a mail: the amount, who pays it, how and by when; or that nothing is
 * paid. As long as the participant may still leave early, the rows also state how much the answers
 * may earn, and what is paid for leaving early.
 */
export function paymentMailRows(
  t: Translate<typeof english>,
  { language, day }: Pick<MailBodyContext, 'language' | 'day'>,
  payment: PaymentInMail | null,
): { label: string; value: string }[] {
  if (payment === null) return [];
  const { reward, state, terms } = payment;
  const say: PaymentTranslator = (key, values) => t(`payment.${key}`, values);
  const isPromised = paymentStatusOf(payment, terms) === 'promised';
  const moneyOf = (amount: Money) => formatMoneyForMail(language, amount);
  const leaving = mayLeaveEarly(state) && payWhenLeavingSentence(say, { reward, terms }, moneyOf);
  const answers = mayLeaveEarly(state) && payByAnswersSentence(say, { reward, terms }, moneyOf);
  return [
    { label: t('payment.reward'), value: formatMoneyForMail(language, reward) },
    {
      label: t(isPromised ? 'payment.how' : 'payment.paid'),
      value: participationPaymentSentence(say, payment, payment, day),
    },
    ...(answers ? [{ label: t('payment.more'), value: answers }] : []),
    ...(leaving ? [{ label: t('payment.leaving'), value: leaving }] : []),
  ];
}
