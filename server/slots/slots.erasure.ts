import { participationsOf } from '../enrolment/participations/discussed-participation';
import type { Erasure } from '../platform/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from '../studies/study.policy';

/** What the purge of an account does to slots and bookings. */
export const slotsErasure: Erasure = {
  /** No researcher is there to receive participants any more: they are told, and their calendars too. */
  prepare: (tx, accountId, { now }) => cancelOwnSlots(tx, accountId, now),

  /**
   * Before the links go (enrolment): afterwards nothing says which participations these were. The
   * bookings end with their seats, and leave nothing behind (the trigger booking_given_up).
   */
  async erase(tx, accountId, _at, secrets) {
    const own = await participationsOf(tx, accountId, secrets);
    await tx.query(`DELETE FROM research.former_booking WHERE participation_id = ANY($1::uuid[])`, [
      own,
    ]);
    return undefined;
  },
};

/** The job frees those who booked and tells them (slots.job.ts). Idempotent. */
async function cancelOwnSlots(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const ids = await tx.query<{ id: string }>(
    `SELECT s.id FROM research.slot s JOIN research.recruitment r ON r.id = s.session_id
     JOIN research.study_profile t ON t.id = r.study_id
     WHERE ${ownedBySql('t', '$1')} AND s.starts_at > $2 AND NOT s.cancelled
     ORDER BY s.id FOR NO KEY UPDATE OF s`,
    [ownerId, now],
  );
  const sessions = await tx.query<{ session_id: string; study_id: string }>(
    `WITH gone AS (
       UPDATE research.slot SET cancelled = true WHERE id = ANY($1::uuid[]) RETURNING session_id)
     SELECT DISTINCT g.session_id, r.study_id FROM gone g
     JOIN research.recruitment r ON r.id = g.session_id`,
    [ids.map(({ id }) => id)],
  );
  for (const session of sessions) tx.record('slots.calendar-changed', session);
}
