import { lockSessionRows } from '../enrolment/seats/lock-sessions';
import type { Transaction } from '../platform/db/unit-of-work';
import { isOwnedBySql } from '../studies/study.policy';

/**
 * Returns a function that cancels the future slots of some sessions. Later, a job removes the
 * bookings and emails the participants (slots.job.ts). Idempotent.
 * @param ofSessions the SQL condition that selects the sessions `r`
 */
const cancelAhead = (ofSessions: string) => {
  const ahead = (columns: string) =>
    `SELECT ${columns} FROM research.slot s JOIN research.recruitment r ON r.id = s.session_id
     JOIN research.study_profile t ON t.id = r.study_id
     WHERE ${ofSessions} AND s.starts_at > $2 AND NOT s.cancelled`;
  return async (tx: Transaction, id: string, now: Date): Promise<void> => {
    const of = await tx.query<{ id: string }>(ahead('DISTINCT r.id'), [id, now]);
    // Locks the sessions before their slots. The withdrawal of a consent form locks in the same
    // order, so the two cannot deadlock.
    await lockSessionRows(
      tx.manager,
      of.map((session) => session.id),
      true,
    );
    const slots = await tx.query<{ id: string }>(
      `${ahead('s.id')} ORDER BY s.id FOR NO KEY UPDATE OF s`,
      [id, now],
    );
    const sessions = await tx.query<{ session_id: string; study_id: string }>(
      `WITH gone AS (
         UPDATE research.slot SET cancelled = true WHERE id = ANY($1::uuid[]) RETURNING session_id)
       SELECT DISTINCT g.session_id, r.study_id FROM gone g
       JOIN research.recruitment r ON r.id = g.session_id`,
      [slots.map((slot) => slot.id)],
    );
    for (const session of sessions) tx.record('slots.calendar-changed', session);
  };
};

/** Cancels the future slots of all sessions of a researcher. */
export const cancelSlotsOfResearcher = cancelAhead(isOwnedBySql('t', '$1'));

/**
 * Cancels the future slots of all sessions that use a withdrawn consent form, because no
 * participant may start there any more.
 */
export const cancelSlotsOfWithdrawnConsent = cancelAhead('r.consent_id = $1');
