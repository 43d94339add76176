import { shareOfAmount } from '../../../contracts/payments/cost.rule';
import type { BonusFault } from '../../../contracts/payments/bonus-faults';
import {
  minPeoplePerAmount,
  type PayByAnswersLine,
} from '../../../contracts/payments/pay-by-answers';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { ParticipationState } from '../../../contracts/enrolment/participations';

/** What one participant gets for their answers, in minor units. */
export interface AnswerPayment extends PayByAnswersLine {
  readonly fee: number;
}
/** The error of a line that cannot be paid; `index` is the line's position in the request. */
export interface AnswerPaymentFault {
  readonly index: number;
  readonly code: BonusFault | 'named_twice' | 'unknown_participant';
}

/**
 * Returns the state that a participation must have in exports, so that its participant may be paid
 * by answers. Exports of an anonymous session contain no decisions. So in an anonymous session, all
 * participants who completed may be paid.
 */
export const payableParticipationState = (level: PrivacyLevel): ParticipationState =>
  level === 'anonymous' ? 'completed' : 'approved';

/**
 * Turns the lines of a request into payments, or returns their errors.
 * @param participants the states of participations by participant code
 * @param payable the state of participants who may be paid (`payableParticipationState`)
 * @param most the most that one participant may get
 */
export function makeAnswerPayments(
  lines: readonly PayByAnswersLine[],
  participants: ReadonlyMap<string, ParticipationState>,
  {
    most,
    payable,
    feeBasisPoints,
  }: { most: number; payable: ParticipationState; feeBasisPoints: number },
): { payments: AnswerPayment[]; faults: AnswerPaymentFault[] } {
  const payments: AnswerPayment[] = [];
  const faults: AnswerPaymentFault[] = [];
  const seen = new Set<string>();
  lines.forEach((line, index) => {
    const state = participants.get(line.participant);
    const fault = (code: AnswerPaymentFault['code']) => faults.push({ index, code });
    if (!state) fault('unknown_participant');
    else if (seen.has(line.participant)) fault('named_twice');
    else if (state !== payable) fault(payable === 'approved' ? 'not_approved' : 'not_completed');
    else if (line.amount > most) fault('above_most');
    else payments.push({ ...line, fee: shareOfAmount(line.amount, feeBasisPoints) });
    seen.add(line.participant);
  });
  return { payments, faults };
}

/**
 * Whether too few participants get the same amount. A participant who completed and has no line
 * gets the amount 0. If only a few participants get an amount, a person who learns how much a
 * participant got could find out which answers that participant gave. Administrators, for example,
 * read names beside amounts in the file for the bank.
 * @param participants the states of participations by participant code
 */
export function areTooFewPaidAlike(
  payments: readonly Pick<AnswerPayment, 'amount'>[],
  participants: ReadonlyMap<string, ParticipationState>,
): boolean {
  const completed = [...participants.values()].filter((state) => state === 'completed').length;
  const people = new Map<number, number>();
  if (completed > payments.length) people.set(0, completed - payments.length);
  for (const { amount } of payments) people.set(amount, (people.get(amount) ?? 0) + 1);
  return [...people.values()].some((count) => count < minPeoplePerAmount);
}

/** Returns the text whose digest the researcher confirms; its parts have a fixed order. */
export const answerPaymentsDigestText = (about: {
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
