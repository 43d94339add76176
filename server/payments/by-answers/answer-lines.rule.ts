import { partOf } from '../../../contracts/payments/cost.rule';
import type { BonusFault } from '../../../contracts/payments/bonus-faults';
import { fewestPaidAlike, type AnswerLine } from '../../../contracts/payments/pay-by-answers';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { ParticipationState } from '../../../contracts/enrolment/participations';

/** What one participant gets by their answers, minor units. */
export interface AnswerPayment extends AnswerLine {
  readonly fee: number;
}
/** A line that cannot be paid, by its place in the request. */
export interface AnswerFault {
  readonly index: number;
  readonly code: BonusFault | 'named_twice' | 'unknown_participant';
}

/**
 * The state, as exports have it, of who may be paid by their answers. Exports of an anonymous session have no decisions, so
 * all who completed are paid.
 */
export const payableState = (level: PrivacyLevel): ParticipationState =>
  level === 'anonymous' ? 'completed' : 'approved';

/**
 * @param participants their states by code
 * @param payable who may be paid (`payableState`)
 * @param most that one participant may get
 */
export function answerPayments(
  lines: readonly AnswerLine[],
  participants: ReadonlyMap<string, ParticipationState>,
  {
    most,
    payable,
    feeBasisPoints,
  }: { most: number; payable: ParticipationState; feeBasisPoints: number },
): { payments: AnswerPayment[]; faults: AnswerFault[] } {
  const payments: AnswerPayment[] = [];
  const faults: AnswerFault[] = [];
  const seen = new Set<string>();
  lines.forEach((line, index) => {
    const state = participants.get(line.participant);
    const fault = (code: AnswerFault['code']) => faults.push({ index, code });
    if (!state) fault('unknown_participant');
    else if (seen.has(line.participant)) fault('named_twice');
    else if (state !== payable) fault(payable === 'approved' ? 'not_approved' : 'not_completed');
    else if (line.amount > most) fault('above_most');
    else payments.push({ ...line, fee: partOf(line.amount, feeBasisPoints) });
    seen.add(line.participant);
  });
  return { payments, faults };
}

/**
 * Whether an amount, or nothing, is paid to so few that who learns it from the payment (the bank's batch has a name beside
 * it), or from its lack, would find the answers.
 * @param participants their states by code; who completed and is not paid gets nothing
 */
export function areTooFewAlike(
  payments: readonly Pick<AnswerPayment, 'amount'>[],
  participants: ReadonlyMap<string, ParticipationState>,
): boolean {
  const completed = [...participants.values()].filter((state) => state === 'completed').length;
  const people = new Map<number, number>();
  if (completed > payments.length) people.set(0, completed - payments.length);
  for (const { amount } of payments) people.set(amount, (people.get(amount) ?? 0) + 1);
  return [...people.values()].some((count) => count < fewestPaidAlike);
}

/** All that the researcher confirms with the digest, in one order. */
export const answersDigestText = (about: {
  session: string;
  reason: string;
  currency: string;
  payments: readonly AnswerPayment[];
}): string =>
  JSON.stringify([
    about.session,
    'by_answers',
    about.reason,
    about.currency,
    about.payments
      .map(({ participant, amount, fee }) => [participant, amount, fee])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  ]);
