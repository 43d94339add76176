import type { Money } from '../../../contracts/base/fields';
import type { Payer, PaymentTerms } from '../../../contracts/studies/payment-terms';
import { partDueTo } from '../../../contracts/enrolment/part-pay.rule';
import {
  isPaid,
  answersSentence,
  leavingSentence,
  mayLeave,
  paidBy,
  paymentOf,
  paymentStatusOf,
  type PaymentTexts,
  type StateAndPart,
} from '../../../contracts/enrolment/payment.rule';
import type english from '../../../locales/en/server-enrolment.json';
import type { BodyContext } from '../../mail/mail-renderer';
import { money } from '../../mail/money';
import type { Translate } from '../../platform/i18n/texts';
import { rewardOf } from '../model/session.rule';
import type { Addressee } from './addressee.read';

/** The payment as a mail describes it; null where nothing is paid. */
export interface Payment extends StateAndPart {
  reward: Money;
  terms: PaymentTerms | null;
  payer: Payer | null;
  by: Date | null;
}

export function paymentIn(to: Addressee): Payment | null {
  const reward = rewardOf(to);
  if (!isPaid(reward)) return null;
  const { state, payment_terms: terms, payer } = to;
  const part_due = partDueTo(to, terms);
  return { reward, state, part_due, terms, payer, by: paidBy(to, reward, terms) };
}

/**
 * The rows of a mail's facts: the amount, and who pays it, how and by when, or that it is not paid; before the end of
 * the participation, what is due for leaving.
 */
export function paymentRows(
  t: Translate<typeof english>,
  { language, day }: Pick<BodyContext, 'language' | 'day'>,
  payment: Payment | null,
): { label: string; value: string }[] {
  if (payment === null) return [];
  const { reward, state, terms } = payment;
  const say: PaymentTexts = (key, values) => t(`payment.${key}`, values);
  const isPromised = paymentStatusOf(payment, terms) === 'promised';
  const moneyOf = (amount: Money) => money(language, amount);
  const leaving = mayLeave(state) && leavingSentence(say, { reward, terms }, moneyOf);
  const answers = mayLeave(state) && answersSentence(say, { reward, terms }, moneyOf);
  return [
    { label: t('payment.reward'), value: money(language, reward) },
    {
      label: t(isPromised ? 'payment.how' : 'payment.paid'),
      value: paymentOf(say, payment, payment, day),
    },
    ...(answers ? [{ label: t('payment.more'), value: answers }] : []),
    ...(leaving ? [{ label: t('payment.leaving'), value: leaving }] : []),
  ];
}
