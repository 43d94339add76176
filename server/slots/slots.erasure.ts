import { lockSessions } from '../enrolment/seats/lock-sessions';
import { participationsOf } from '../enrolment/participations/discussed-participation';
import type { Erasure } from '../platform/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from '../studies/study.policy';

/** What the purge of an account does to slots and bookings. */
export const slotsErasure: Erasure = {
  /** There is no researcher left who receives participants: they are told, and their calendars too. */
  prepare: (tx, accountId, { now }) => cancelOwnSlots(tx, accountId, now),

  /**
   * Before the links go (enrolment): afterwards nothing says which participations these were. The
   * bookings end with their seats, and leave nothing behind (the trigger booking_given_up). Those of
   * participants who had started by then would stay until the slot is over.
   */
  async erase(tx, accountId, { now }, secrets) {
    const own = await participationsOf(tx, accountId, secrets);
    await tx.query(
      `SELECT FROM research.slot WHERE id IN (
         SELECT slot_id FROM research.booking WHERE participation_id = ANY($1::uuid[]))
       ORDER BY id FOR NO KEY UPDATE`,
      [own],
    );
    await tx.query(
      `DELETE FROM research.booking b USING research.participation p, research.slot s
       WHERE p.id = b.participation_id AND s.id = b.slot_id AND p.id = ANY($1::uuid[])
       AND p.state = 'started' AND s.starts_at > $2`,
      [own, now],
    );
    await tx.query(`DELETE FROM research.former_booking WHERE participation_id = ANY($1::uuid[])`, [
      own,
    ]);
    return undefined;
  },
};

/** The job frees those who booked and tells them (slots.job.ts). Idempotent. */
async function cancelOwnSlots(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  // As a withdrawal locks them: its session, then the slot.
  const own = await tx.query<{ id: string }>(
    `SELECT DISTINCT r.id FROM research.recruitment r JOIN research.study_profile t ON t.id = r.study_id
     JOIN research.slot s ON s.session_id = r.id
     WHERE ${ownedBySql('t', '$1')} AND s.starts_at > $2 AND NOT s.cancelled`,
    [ownerId, now],
  );
  await lockSessions(
    tx.manager,
    own.map(({ id }) => id),
    true,
  );
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
