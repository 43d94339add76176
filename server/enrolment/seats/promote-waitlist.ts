import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import { hours, addMilliseconds } from '../../platform/concurrency/clock';
import type { Transaction } from '../../platform/db/unit-of-work';
import { sessionStateAtSql } from '../model/session-facts.sql';

/**
 * Offers every free seat of an open session to the participants who have waited longest
 * (docs/domain.md, section 2); an offer holds its seat for `enrolmentLimits.offerHours`. Every
 * transaction that may have freed a seat calls this at its end, with the session's row locked.
 * @param requestId the id of the request that freed a seat; by default the id of the request that
 * the transaction serves
 */
export async function promoteWaitlist(
  tx: Transaction,
  sessionId: string,
  now: Date,
  requestId?: string | null,
): Promise<void> {
  const offered = await tx.query<{ id: string; study_id: string }>(
    `WITH free AS (
       SELECT s.capacity - research.seats_taken(s) AS seats
       FROM research.session s
       WHERE s.id = $1 AND s.waitlisted > 0 AND ${sessionStateAtSql('s', '$3::timestamptz')} = 'active'
     ), next AS (
       SELECT p.id
       FROM research.participation p
       WHERE p.session_id = $1 AND p.state = 'waitlisted'
       ORDER BY p.wait_no
       LIMIT GREATEST(0, (SELECT seats FROM free))
     )
     UPDATE research.participation p
     SET state = 'offered', moved_by = 'system', move_reason = NULL,
       wait_no = NULL, due_at = $2, updated_at = $3
     FROM next
     WHERE p.id = next.id AND EXISTS (SELECT 1 FROM free WHERE seats > 0)
     RETURNING p.id, p.study_id`,
    [sessionId, addMilliseconds(now, hours(enrolmentLimits.offerHours)), now],
  );
  for (const { id, study_id } of offered)
    tx.record(
      'enrolment.participant-offered',
      { participation_id: id, session_id: sessionId, study_id },
      requestId,
    );
}

/** Ends every place on the waitlist and every open offer of a session that has closed. */
export async function expireWaitlist(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  const expired = await tx.query<{ id: string; study_id: string }>(
    `UPDATE research.participation
     SET state = 'offer_expired', moved_by = 'system', move_reason = 'session_closed',
       wait_no = NULL, due_at = NULL, updated_at = $2
     WHERE session_id = $1 AND state IN ('waitlisted', 'offered')
     RETURNING id, study_id`,
    [sessionId, now],
  );
  for (const { id, study_id } of expired)
    tx.record('enrolment.participant-left', {
      participation_id: id,
      session_id: sessionId,
      study_id,
    });
}
