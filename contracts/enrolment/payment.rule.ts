import type { Money } from '../base/fields';
import type { ParticipationState } from './participations';
import type {
  EarlyLeavingState,
  PartialPay,
  SessionPayer,
  PaymentTerms,
} from '../studies/payment-terms';
import { fullName } from '../base/full-name.rule';
import { partialPayFor, computePartialReward } from './part-pay.rule';

/*
 * Composes the sentences about payment on pages and in mails: who pays a reward, how, and by when.
 * (web/src/lib/intl/format.ts computes the hourly rate.) This file imports only the types of
 * schemas, so that the page that runs studies stays small.
 */

export const isPaidReward = (reward: Money | null | undefined): reward is Money =>
  reward !== null && reward !== undefined && reward.amount > 0;

/** Whether a reward lacks payment terms; without them, no session with a reward can be launched. */
export const lacksPaymentTerms = (
  reward: Money | null | undefined,
  terms: PaymentTerms | null | undefined,
): boolean => isPaidReward(reward) && !terms;

const promised: readonly ParticipationState[] = [
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
];
const unfinished: readonly ParticipationState[] = ['waitlisted', 'offered', 'enrolled', 'started'];
/** Whether a participant in this state may still leave before the end. */
export const mayLeaveEarly = (state: ParticipationState): boolean => unfinished.includes(state);

/**
 * A participation's state, and the part of the reward that is due for leaving in that state
 * (`partialRewardDue`).
 */
export interface StateAndPartialPayDue {
  readonly state: ParticipationState;
  readonly part_due: PartialPay | null;
}

/**
 * Returns what the state of a participation means for the payment:
 * - `promised`: the reward is paid after the approval;
 * - `part_due`: a part of the reward is due;
 * - `part`: the participant was screened out, and the terms do not say whether a part is due; the
 *   researchers may pay one;
 * - `lost`: nothing is paid.
 */
export function paymentStatusOf(
  { state, part_due }: StateAndPartialPayDue,
  terms: PaymentTerms | null,
): 'promised' | 'part_due' | 'part' | 'lost' {
  if (promised.includes(state)) return 'promised';
  if (part_due !== null) return 'part_due';
  return state === 'screened_out' && terms?.pay === undefined ? 'part' : 'lost';
}

const dayMs = 86_400_000;

/**
 * Returns the latest time of the payment: a number of days after the approval, or after the time at
 * which a completed participation is approved automatically. Null before the completion, and if
 * nothing is paid.
 */
export function latestPaymentTime(
  {
    state,
    due_at,
    updated_at,
  }: { state: ParticipationState; due_at: Date | null; updated_at: Date },
  reward: Money | null,
  terms: PaymentTerms | null,
): Date | null {
  if (!isPaidReward(reward) || !terms) return null;
  const approved = state === 'approved' ? updated_at : state === 'completed' ? due_at : null;
  return approved && new Date(approved.getTime() + terms.within_days * dayMs);
}

/** The translation function for the payment texts. */
export type PaymentTranslator = (
  key:
    | 'ask'
    | 'by_name'
    | 'by_researchers'
    | 'within'
    | 'by_day'
    | 'lost'
    | 'part'
    | 'part_due'
    | 'by_time'
    | 'by_answers'
    | `if_${EarlyLeavingState | 'either'}`,
  values?: {
    count?: number;
    who?: string;
    when?: string;
    how?: string;
    day?: string;
    amount?: string;
  },
) => string;

const nameOf = (payer: SessionPayer | null): string | null =>
  payer?.organization?.trim() || (payer && fullName(payer)) || null;

/**
 * Composes the sentence that says who pays, when and how, such as "Lab of X pays within 14 days
 * after approval, by 2 January 2027 at the latest: bank transfer".
 * @param by the result of `latestPaymentTime`
 */
export function paymentSentence(
  say: PaymentTranslator,
  {
    payer,
    terms,
    by = null,
  }: { payer: SessionPayer | null; terms: PaymentTerms | null; by?: Date | null },
  dayOf: (at: Date) => string,
): string {
  if (!terms) return say('ask');
  const within = say('within', { count: terms.within_days });
  const when = by ? say('by_day', { when: within, day: dayOf(by) }) : within;
  const how = terms.how.replace(/\s+/g, ' ');
  const who = nameOf(payer);
  return who === null ? say('by_researchers', { when, how }) : say('by_name', { who, when, how });
}

/**
 * Composes the sentence about the payment of a participation. If its state means that nothing or
 * only a part is paid, the sentence says so.
 */
export const participationPaymentSentence = (
  say: PaymentTranslator,
  standing: StateAndPartialPayDue,
  payment: { payer: SessionPayer | null; terms: PaymentTerms | null; by?: Date | null },
  dayOf: (at: Date) => string,
): string => {
  const status = paymentStatusOf(standing, payment.terms);
  if (status === 'promised') return paymentSentence(say, payment, dayOf);
  return status === 'part_due'
    ? `${say(status)} ${paymentSentence(say, payment, dayOf)}`
    : say(status);
};

/**
 * Composes the sentence about the most that a participant's answers may earn on top of the reward;
 * returns null if answers do not change the payment.
 * @param moneyOf formats an amount
 */
export const payByAnswersSentence = (
  say: PaymentTranslator,
  { reward, terms }: { reward: Money | null; terms: PaymentTerms | null },
  moneyOf: (amount: Money) => string,
): string | null =>
  isPaidReward(reward) && terms?.by_answers
    ? say('by_answers', { amount: moneyOf({ ...reward, amount: terms.by_answers.most }) })
    : null;

/**
 * Composes the sentence that says how much participants get if they leave after the start, such as
 * "If you stop after the start, you get €1.50."
 * @param moneyOf formats an amount
 * @returns null where nothing is due, and where the terms do not mention it
 */
export function payWhenLeavingSentence(
  say: PaymentTranslator,
  { reward, terms }: { reward: Money | null; terms: PaymentTerms | null },
  moneyOf: (amount: Money) => string,
): string | null {
  if (!isPaidReward(reward) || !terms?.pay) return null;
  const amountIn = (state: EarlyLeavingState): string | null => {
    const part = partialPayFor(terms, state);
    if (part.kind === 'by_time') return say('by_time');
    const amount = computePartialReward(reward.amount, part, 1, 0);
    return amount > 0 ? moneyOf({ ...reward, amount }) : null;
  };
  const [stops, isOut] = [amountIn('withdrawn'), amountIn('screened_out')];
  const said =
    stops !== null && stops === isOut
      ? [say('if_either', { amount: stops })]
      : [
          stops === null ? null : say('if_withdrawn', { amount: stops }),
          isOut === null ? null : say('if_screened_out', { amount: isOut }),
        ];
  return said.filter((sentence) => sentence !== null).join(' ') || null;
}
