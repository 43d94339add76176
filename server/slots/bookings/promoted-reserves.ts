import type { EntityManager } from 'typeorm';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Records one event for each reserve who now has a seat, and clears `is_moved_up` on the booking,
 * so that no event is recorded twice. Skips bookings that another transaction has locked: the job
 * that runs every minute handles them later.
 * @param sessionId limits the work to this session
 * @returns how many events were recorded
 */
export async function recordPromotedReserves(
  tx: Transaction,
  sessionId: string | null,
  atMost = 500,
): Promise<number> {
  const moved = await tx.query<{
    participation_id: string;
    slot_id: string;
    session_id: string;
    study_id: string;
  }>(
    `UPDATE research.booking b SET is_moved_up = false
     FROM (
       SELECT m.participation_id FROM research.booking m
       JOIN research.slot o ON o.id = m.slot_id
       WHERE m.is_moved_up AND ($1::uuid IS NULL OR o.session_id = $1)
       LIMIT $2 FOR NO KEY UPDATE OF m SKIP LOCKED) due,
       research.slot s JOIN research.recruitment r ON r.id = s.session_id
     WHERE b.participation_id = due.participation_id AND s.id = b.slot_id
     RETURNING b.participation_id, b.slot_id, s.session_id, r.study_id`,
    [sessionId, atMost],
  );
  for (const ids of moved) tx.record('slots.moved-up', ids);
  return moved.length;
}

/**
 * Finds the sessions in which a reserve has moved up and has no email about that yet.
 * @param sessionIds the sessions to check
 */
export async function sessionsWithPromotedReserves(
  manager: EntityManager,
  sessionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows: { session_id: string }[] = await manager.query(
    `SELECT DISTINCT s.session_id FROM research.booking b JOIN research.slot s ON s.id = b.slot_id
     WHERE b.is_moved_up AND s.session_id = ANY($1::uuid[])`,
    [sessionIds],
  );
  return new Set(rows.map((row) => row.session_id));
}
