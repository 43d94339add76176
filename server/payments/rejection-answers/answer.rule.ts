import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { PaymentState } from '../../../contracts/payments/payments';

/** The facts on which an administrator's verdict depends; days are `YYYY-MM-DD` (UTC). */
export interface RejectionAnswerFacts {
  readonly state: PaymentState;
  /** The day of the payment's last change: for a `rejected` payment, the day of the rejection. */
  readonly day: string;
  /** The day of the participant's response; null if there is none. */
  readonly answered_on: string | null;
  readonly is_anonymous: boolean;
  /** Whether an administrator has confirmed the rejection. */
  readonly stands: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;
const moved = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10);

/**
 * Returns the last complete day (UTC) on which a rejection that was made on the given day can be
 * overturned.
 */
export const lastOverturnDay = (rejectedOn: string): string =>
  moved(rejectedOn, enrolmentLimits.overturnDays - 1);

/** Returns the earliest day of rejections that may still be overturned today. */
export const firstOverturnableDay = (today: string): string =>
  moved(today, 1 - enrolmentLimits.overturnDays);

/**
 * Whether an administrator may decide about a response to a rejection. In an anonymous session, the
 * administrator gets the response only on the next day: a decision may raise the session's
 * capacity, and a change on the same day would reveal when the participant responded.
 * @returns the code of the refusal, or null
 */
export function verdictRefusalOf(
  { state, day, answered_on, is_anonymous, stands }: RejectionAnswerFacts,
  today: string,
): 'not_found' | 'already_decided' | 'decision_final' | null {
  if (answered_on === null || (is_anonymous && answered_on >= today)) return 'not_found';
  if (state !== 'rejected' || stands) return 'already_decided';
  return lastOverturnDay(day) < today ? 'decision_final' : null;
}
