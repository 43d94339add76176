import type { Transaction } from '../../platform/db/unit-of-work';
import { promoteWaitlist } from './promote-waitlist';

/**
 * Withdraws the participations of an erased account that have not started: waitlist places, offers
 * and seats. Started participations stay as pseudonymous data. Runs in the transaction of the
 * erasure, because afterwards no link says which participations these were.
 */
export async function releaseSeats(
  tx: Transaction,
  participationIds: readonly string[],
  now: Date,
): Promise<void> {
  const sessions = await tx.query<{ session_id: string }>(
    `SELECT DISTINCT session_id
     FROM research.participation
     WHERE id = ANY($1::uuid[]) AND state IN ('waitlisted', 'offered', 'enrolled')
     ORDER BY session_id`,
    [participationIds],
  );
  for (const { session_id } of sessions) {
    await tx.query(`SELECT 1 FROM research.session WHERE id = $1 FOR UPDATE`, [session_id]);
    const withdrawn = await tx.query<{ id: string; study_id: string }>(
      `UPDATE research.participation
       SET state = 'withdrawn', moved_by = 'system', move_reason = 'account_deleted',
         due_at = NULL, updated_at = $3
       WHERE session_id = $1
         AND id = ANY($2::uuid[])
         AND state IN ('waitlisted', 'offered', 'enrolled')
       RETURNING id, study_id`,
      [session_id, participationIds, now],
    );
    for (const { id, study_id } of withdrawn)
      tx.record('enrolment.participant-left', { participation_id: id, session_id, study_id });
    await promoteWaitlist(tx, session_id, now);
  }
}
