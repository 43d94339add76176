import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { PaymentState } from '../../../contracts/payments/payments';

/** What an administrator's verdict depends on; days are `YYYY-MM-DD` (UTC). */
export interface AnswerFacts {
  readonly state: PaymentState;
  /** Of the rejection, while the payment is `rejected`. */
  readonly day: string;
  /** Null where the participant did not answer. */
  readonly answered_on: string | null;
  readonly is_anonymous: boolean;
  /** An administrator let the rejection stand. */
  readonly stands: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;
const moved = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10);

/** The last whole day (UTC) on which a rejection of this day can be overturned. */
export const decideUntil = (rejectedOn: string): string =>
  moved(rejectedOn, enrolmentLimits.overturnDays - 1);

/** The first day of the rejections that may still be overturned. */
export const firstRejectionDay = (today: string): string =>
  moved(today, 1 - enrolmentLimits.overturnDays);

/**
 * Whether an administrator may decide about an answer. That of an anonymous session shows from the next day on, as it
 * does to the researcher: the session's capacity rises with the decision, and must not tell when the participant answered.
 * @returns the code of the refusal, or null
 */
export function refusalOf(
  { state, day, answered_on, is_anonymous, stands }: AnswerFacts,
  today: string,
): 'not_found' | 'already_decided' | 'decision_final' | null {
  if (answered_on === null || (is_anonymous && answered_on >= today)) return 'not_found';
  if (state !== 'rejected' || stands) return 'already_decided';
  return decideUntil(day) < today ? 'decision_final' : null;
}
