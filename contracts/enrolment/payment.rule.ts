import type { Money } from '../base/fields';
import type { ParticipationState } from './participations';
import type { Payer, PaymentTerms } from '../studies/payment-terms';
import { fullName } from '../base/full-name.rule';

/*
 * The words about payment on pages and in emails: who pays a reward, how, and by when. What a reward amounts to per
 * hour is computed in web/src/lib/intl/format.ts. This file imports only types of the schemas, so that the runner's
 * page stays light.
 */

export const isPaid = (reward: Money | null | undefined): reward is Money =>
  reward !== null && reward !== undefined && reward.amount > 0;

/** A reward without terms of its payment: no session with it can be launched. */
export const lacksTerms = (
  reward: Money | null | undefined,
  terms: PaymentTerms | null | undefined,
): boolean => isPaid(reward) && !terms;

const promised: readonly ParticipationState[] = [
  'waitlisted',
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
];
/** `promised`: it is paid after the approval. `part`: the researchers may pay a part. `lost`: it is not paid. */
export const paymentStatusOf = (state: ParticipationState): 'promised' | 'part' | 'lost' =>
  promised.includes(state) ? 'promised' : state === 'screened_out' ? 'part' : 'lost';

const dayMs = 86_400_000;

/**
 * The last moment of the payment: days after the approval, or after the moment at which a completed
 * participation is approved without a decision. Null before the completion, and where nothing is paid.
 */
export function paidBy(
  {
    state,
    due_at,
    updated_at,
  }: { state: ParticipationState; due_at: Date | null; updated_at: Date },
  reward: Money | null,
  terms: PaymentTerms | null,
): Date | null {
  if (!isPaid(reward) || !terms) return null;
  const approved = state === 'approved' ? updated_at : state === 'completed' ? due_at : null;
  return approved && new Date(approved.getTime() + terms.within_days * dayMs);
}

/** The texts of one program. */
export type PaymentTexts = (
  key: 'ask' | 'by_name' | 'by_researchers' | 'within' | 'by_day' | 'lost' | 'part',
  values?: { count?: number; who?: string; when?: string; how?: string; day?: string },
) => string;

const nameOf = (payer: Payer | null): string | null =>
  payer?.organization?.trim() || (payer && fullName(payer)) || null;

/**
 * "Lab of X pays within 14 days after approval, by 2 January 2027 at the latest: bank transfer".
 * @param by as of `paidBy`
 */
export function paymentSentence(
  say: PaymentTexts,
  {
    payer,
    terms,
    by = null,
  }: { payer: Payer | null; terms: PaymentTerms | null; by?: Date | null },
  dayOf: (at: Date) => string,
): string {
  if (!terms) return say('ask');
  const within = say('within', { count: terms.within_days });
  const when = by ? say('by_day', { when: within, day: dayOf(by) }) : within;
  const how = terms.how.replace(/\s+/g, ' ');
  const who = nameOf(payer);
  return who === null ? say('by_researchers', { when, how }) : say('by_name', { who, when, how });
}

/** The same for a participation: in the states in which it is not paid, that it is not. */
export const paymentOf = (
  say: PaymentTexts,
  state: ParticipationState,
  payment: { payer: Payer | null; terms: PaymentTerms | null; by?: Date | null },
  dayOf: (at: Date) => string,
): string => {
  const standing = paymentStatusOf(state);
  return standing === 'promised' ? paymentSentence(say, payment, dayOf) : say(standing);
};
