import type { Money } from '../../../contracts/base/fields';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { Payer, PaymentTerms } from '../../../contracts/studies/payment-terms';
import {
  isPaid,
  paidBy,
  paymentOf,
  paymentStatusOf,
} from '../../../contracts/enrolment/payment.rule';
import type english from '../../../locales/en/server-enrolment.json';
import type { BodyContext } from '../../mail/mail-renderer';
import { money } from '../../mail/money';
import type { Translate } from '../../platform/i18n/texts';
import { rewardOf } from '../model/session.rule';
import type { Addressee } from './addressee.read';

/** The payment as a mail describes it; null where nothing is paid. */
export interface Payment {
  reward: Money;
  state: ParticipationState;
  terms: PaymentTerms | null;
  payer: Payer | null;
  by: Date | null;
}

export function paymentIn(to: Addressee): Payment | null {
  const reward = rewardOf(to);
  if (!isPaid(reward)) return null;
  const { state, payment_terms: terms, payer } = to;
  return { reward, state, terms, payer, by: paidBy(to, reward, terms) };
}

/** The rows of a mail's facts: the amount, and who pays it, how and by when, or that it is not paid. */
export const paymentRows = (
  t: Translate<typeof english>,
  { language, day }: Pick<BodyContext, 'language' | 'day'>,
  payment: Payment | null,
): { label: string; value: string }[] =>
  payment === null
    ? []
    : [
        { label: t('payment.reward'), value: money(language, payment.reward) },
        {
          label: t(paymentStatusOf(payment.state) === 'promised' ? 'payment.how' : 'payment.paid'),
          value: paymentOf(
            (key, values) => t(`payment.${key}`, values),
            payment.state,
            payment,
            day,
          ),
        },
      ];
