import type { Transaction } from '../../platform/db/unit-of-work';

/*
 * In a paused session no participant starts. So that participants lose no time, the deadlines of
 * offers and of seats before the start do not run during a pause. The periodic job ignores them
 * (deadlines/deadlines.ts), and the end of the pause moves them by the length of the pause. A
 * session whose consent form was withdrawn is paused for good. It has no `paused_at`, so its
 * deadlines run.
 */

/**
 * SQL condition: in this session, the deadlines of offers and of seats before the start are
 * running: the session is not paused.
 * @param s the alias of research.session
 */
export const areDeadlinesRunningSql = (s: string): string => `${s}.paused_at IS NULL`;

/** The states whose deadlines a pause suspends. */
export const pausedDeadlineStatesSql = `('offered', 'enrolled')`;

/** Pauses an active session, whose row the caller has locked. */
export async function pauseSession(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE research.session SET state = 'paused', paused_at = $2 WHERE id = $1`, [
    sessionId,
    now,
  ]);
}

/** Resumes a paused session, whose row the caller has locked. */
export async function resumeSession(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await endPause(tx, sessionId, now);
  await tx.query(`UPDATE research.session SET state = 'active' WHERE id = $1`, [sessionId]);
}

/** Ends the pause of a session, whose row the caller has locked; does nothing if the session is not paused. */
export async function endPause(tx: Transaction, sessionId: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE research.participation p SET due_at = p.due_at + ($2::timestamptz - s.paused_at)
     FROM research.session s
     WHERE s.id = $1 AND s.paused_at < $2 AND p.session_id = s.id
       AND p.state IN ${pausedDeadlineStatesSql} AND p.due_at IS NOT NULL`,
    [sessionId, now],
  );
  await tx.query(
    `UPDATE research.session SET paused_at = NULL WHERE id = $1 AND paused_at IS NOT NULL`,
    [sessionId],
  );
}
