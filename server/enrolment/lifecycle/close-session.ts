import type { Transaction } from '../../platform/db/unit-of-work';
import type { Session } from '../model/session.entity';
import { expireWaitlist } from '../seats/promote-waitlist';
import { endPause } from './pause';

/**
 * Closes a session that is not closed yet, ends its waitlist and offers, and records the event. The
 * caller must have locked the session's row.
 */
export async function closeSession(
  tx: Transaction,
  { id, study_id }: Pick<Session, 'id' | 'study_id'>,
  reason: NonNullable<Session['close_reason']>,
  now: Date,
): Promise<void> {
  await endPause(tx, id, now);
  await tx.query(
    `UPDATE research.session SET state = 'closed', close_reason = $2, closed_at = $3 WHERE id = $1`,
    [id, reason, now],
  );
  await expireWaitlist(tx, id, now);
  tx.record('enrolment.session-closed', { session_id: id, study_id });
}
