import type { ParticipationState } from './participations';
import type { EarlyLeavingState, PartialPay, PaymentTerms } from '../studies/payment-terms';

/*
 * Computes what is due to participants who leave after the start. The database function
 * research.part_of_reward computes the same when a participation ends. This file imports only the
 * types of schemas, not the schemas, so that the page that runs studies stays small.
 */

type Terms = Pick<PaymentTerms, 'pay'> | null | undefined;

/**
 * Returns which part of the reward the payment terms promise to participants whose participation
 * ends in this state. Payment terms without `pay`, as in older launches, promise nothing.
 */
export const partialPayFor = (terms: Terms, state: EarlyLeavingState): PartialPay =>
  terms?.pay?.[state] ?? { kind: 'none' };

/**
 * Whether participants who leave may get a part of the reward that depends on the time that they
 * spent.
 */
export const mayPayByTime = (terms: Terms): boolean =>
  partialPayFor(terms, 'screened_out').kind === 'by_time' ||
  partialPayFor(terms, 'withdrawn').kind === 'by_time';

/**
 * Returns how many quarters of the stated time are paid, 1 to 4. Each quarter that began counts
 * fully, so that the amount does not reveal the minutes.
 */
export const paidQuartersOfTime = (statedMinutes: number, spentMs: number): number =>
  Math.min(4, Math.max(1, Math.ceil(spentMs / (statedMinutes * 15_000))));

/**
 * Computes a part of a reward in minor units. The result is rounded half up once, and is never more
 * than the reward.
 * @param statedMinutes the duration that the study stated at the launch
 * @param spentMs from the start to the end
 */
export function computePartialReward(
  reward: number,
  part: PartialPay,
  statedMinutes: number,
  spentMs: number,
): number {
  switch (part.kind) {
    case 'none':
      return 0;
    case 'part':
      return Math.floor((reward * part.percent + 50) / 100);
    case 'by_time':
      return Math.floor((reward * paidQuartersOfTime(statedMinutes, spentMs) + 2) / 4);
  }
}

/**
 * Returns the part of the reward that is due to a participant for leaving early.
 * - While the participation is in progress: the part that a withdrawal now would earn.
 * - If the participant withdrew or was screened out after the start: the part that is due now.
 * - In all other states, and if nothing is due: null.
 */
export function partialRewardDue(
  { state, has_started }: { state: ParticipationState; has_started: boolean },
  terms: Terms,
): Exclude<PartialPay, { kind: 'none' }> | null {
  if (!has_started) return null;
  const way = state === 'started' ? 'withdrawn' : state;
  if (way !== 'withdrawn' && way !== 'screened_out') return null;
  const part = partialPayFor(terms, way);
  return part.kind === 'none' ? null : part;
}
