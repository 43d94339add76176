import type { BonusLine } from '../../../contracts/payments/bonuses';
import { shareOfAmount } from '../../../contracts/payments/cost.rule';
import type { PaymentState } from '../../../contracts/payments/payments';
import type { RosterParticipant } from '../../enrolment/rosters/listed-participants';

/** What one participant gets from a bonus. */
export interface BonusPayment {
  readonly participationId: string;
  /** Minor units. */
  readonly amount: number;
  readonly fee: number;
  /**
   * The state of the participation in the researcher's list of participants. The hash that the
   * researcher confirms covers this state, so that the server notices a change after the preview.
   */
  readonly shown: 'completed' | 'approved';
  /** `due`: waits for the decision about the participation. */
  readonly state: 'due' | 'approved';
}

/** The error of a line that cannot be paid; `index` is the line's position in the request. */
export interface BonusLineFault {
  readonly index: number;
  readonly code: 'unknown_tag' | 'named_twice' | 'not_approved';
}

/**
 * A reward as the researcher's list of participants shows it, and the sum of the participant's
 * earlier top-ups in any state; both in minor units.
 */
export interface ListedReward {
  readonly participationId: string;
  readonly amount: number;
  readonly state: PaymentState;
  readonly toppedUp: number;
}

const payment = (
  { id, state, present }: RosterParticipant,
  amount: number,
  feeBasisPoints: number,
): BonusPayment => ({
  participationId: id,
  amount,
  fee: shareOfAmount(amount, feeBasisPoints),
  shown: state === 'approved' ? 'approved' : 'completed',
  state: present === 'approved' ? 'approved' : 'due',
});

/**
 * Whether the participant is approved and may therefore get a bonus. In an anonymous session, an
 * approval counts only from the next day on, because the researcher's list of participants does not
 * show today's approvals yet.
 */
const isApproved = ({ state, isEarlier }: RosterParticipant): boolean =>
  state === 'approved' && isEarlier;

/**
 * Makes the payments of a bonus for participants whose tags the researcher named.
 * @param listed the participants whom the researcher's list shows, by tag
 */
export function bonusPaymentsForTags(
  lines: readonly BonusLine[],
  listed: ReadonlyMap<string, RosterParticipant>,
  feeBasisPoints: number,
): { payments: BonusPayment[]; faults: BonusLineFault[] } {
  const payments: BonusPayment[] = [];
  const faults: BonusLineFault[] = [];
  const seen = new Set<string>();
  lines.forEach(({ tag, amount }, index) => {
    const one = listed.get(tag);
    if (!one) faults.push({ index, code: 'unknown_tag' });
    else if (seen.has(tag)) faults.push({ index, code: 'named_twice' });
    else if (!isApproved(one)) faults.push({ index, code: 'not_approved' });
    else payments.push(payment(one, amount, feeBasisPoints));
    seen.add(tag);
  });
  return { payments, faults };
}

export const bonusPaymentsForApproved = (
  amount: number,
  listed: ReadonlyMap<string, RosterParticipant>,
  feeBasisPoints: number,
): BonusPayment[] =>
  [...listed.values()].filter(isApproved).map((one) => payment(one, amount, feeBasisPoints));

/** The states of a reward that is owed or paid. */
const counts: ReadonlySet<PaymentState> = new Set([
  'due',
  'approved',
  'processing',
  'paid',
  'failed',
]);

/**
 * Makes a top-up payment for each participant whose reward and earlier top-ups are below the target
 * reward. It pays the difference.
 */
export function topUpPayments(
  rate: number,
  listed: ReadonlyMap<string, RosterParticipant>,
  rewards: readonly ListedReward[],
  feeBasisPoints: number,
): BonusPayment[] {
  const byId = new Map([...listed.values()].map((one) => [one.id, one]));
  return rewards.flatMap(({ participationId, amount, state, toppedUp }) => {
    const one = byId.get(participationId);
    const lacking = rate - amount - toppedUp;
    const isOwed = one?.state === 'completed' || one?.state === 'approved';
    return one && isOwed && counts.has(state) && lacking > 0
      ? [payment(one, lacking, feeBasisPoints)]
      : [];
  });
}

type Sums = Pick<BonusPayment, 'amount' | 'fee'>;
const sum = (payments: readonly Sums[], of: 'amount' | 'fee'): number =>
  payments.reduce((total, one) => total + one[of], 0);

/** Adds up the cost of a bonus, in minor units. */
export const bonusTotals = (payments: readonly Sums[]) => ({
  people: payments.length,
  amount_total: sum(payments, 'amount'),
  fee: sum(payments, 'fee'),
});

/**
 * Returns the text whose digest the researcher confirms; its parts have a fixed order. It contains
 * nothing that the researcher's list of participants does not show.
 */
export const bonusDigestText = (about: {
  session: string;
  kind: string;
  reason: string | null;
  currency: string;
  /** How many bonuses and top-ups the session already had. */
  earlier: number;
  payments: readonly BonusPayment[];
}): string =>
  JSON.stringify([
    about.session,
    about.kind,
    about.reason,
    about.currency,
    about.earlier,
    about.payments
      .map(({ participationId, amount, fee, shown }) => [participationId, amount, fee, shown])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  ]);
