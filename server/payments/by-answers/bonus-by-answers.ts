import type { PayByAnswersLine } from '../../../contracts/payments/pay-by-answers';
import { finalStatesByParticipantCode } from '../../enrolment/rosters/listed-by-code';
import { maxPayForAnswers } from '../../enrolment/launch/most-by-answers';
import { eventsHiddenSince } from '../../enrolment/model/state-of-day';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { isPaidByAnswers } from '../holds/booked-payments';
import { bonusTotals } from '../bonuses/bonus-lines.rule';
import {
  bonusLinesError,
  type BonusOrder,
  type BonusPlan,
  type BonusPayingSession,
} from '../bonuses/bonus-order';
import {
  makeAnswerPayments,
  answerPaymentsDigestText,
  areTooFewPaidAlike,
  payableParticipationState,
} from './answer-lines.rule';
import { insertAnswerPayments } from './insert-answer-payments';

/** What the researcher requested, with the amounts that the expression yields if there is one. */
interface Decided {
  readonly reason: string;
  readonly currency: string | undefined;
  readonly digest: string | undefined;
  readonly lines: readonly PayByAnswersLine[];
}

/**
 * Makes the order for pay by answers. Like any bonus, it is previewed first, is paid from the money
 * that is reserved for the session, and gets a receipt.
 */
export const bonusOrderByAnswers = (decided: Decided): BonusOrder => ({
  kind: 'by_answers',
  currency: decided.currency,
  digest: decided.digest,
  spendsForAnswers: true,
  plan: (on, secrets, hold, now) => planAnswers(on, secrets, hold, decided, now),
});

/**
 * Decides which participants get pay by answers, and how much. It uses only the participant codes
 * and the states that exports contain, and reads neither tags nor participations. The database
 * function research.pay_by_answers later finds the participation of each code.
 * @throws DomainError not_paid_by_answers, paid_by_answers_before, still_taking_part,
 * too_few_paid_alike; validation_failed with a field for each line that cannot be paid, or
 * digest_stale instead if the researcher has already confirmed a preview
 */
async function planAnswers(
  on: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'mac'>,
  hold: BonusPayingSession,
  { reason, digest, lines }: Decided,
  now: Date,
): Promise<BonusPlan> {
  const { session_id, privacy_level, currency, fee_basis_points: feeBasisPoints } = hold;
  const most = await maxPayForAnswers(on, session_id);
  if (most === 0) throw new DomainError('not_paid_by_answers');
  if (await isPaidByAnswers(on, session_id)) throw new DomainError('paid_by_answers_before');
  const participants = await finalStatesByParticipantCode(
    on,
    session_id,
    eventsHiddenSince(privacy_level, now),
  );
  if (!participants) throw new DomainError('still_taking_part');
  const { payments, faults } = makeAnswerPayments(lines, participants, {
    most,
    payable: payableParticipationState(privacy_level),
    feeBasisPoints,
  });
  if (faults.length > 0)
    throw digest === undefined
      ? bonusLinesError(faults, 'participant')
      : new DomainError('digest_stale');
  if (privacy_level === 'anonymous' && areTooFewPaidAlike(payments, participants))
    throw new DomainError('too_few_paid_alike');
  const text = answerPaymentsDigestText({ session: session_id, reason, currency, payments });
  return {
    totals: bonusTotals(payments),
    reason,
    digest: secrets.mac('bonus-digest', text),
    insert: (tx, bonus) => insertAnswerPayments(tx, bonus, session_id, payments),
  };
}
