import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from '../studies/study.policy';

/** Of these, those that are ahead. The job frees those who booked and tells them (slots.job.ts). Idempotent. */
async function cancelAhead(tx: Transaction, slots: readonly { id: string }[]): Promise<void> {
  const sessions = await tx.query<{ session_id: string; study_id: string }>(
    `WITH gone AS (
       UPDATE research.slot SET cancelled = true WHERE id = ANY($1::uuid[]) RETURNING session_id)
     SELECT DISTINCT g.session_id, r.study_id FROM gone g
     JOIN research.recruitment r ON r.id = g.session_id`,
    [slots.map(({ id }) => id)],
  );
  for (const session of sessions) tx.record('slots.calendar-changed', session);
}

/** Of all sessions of a researcher. */
export async function cancelOwnSlots(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const ahead = await tx.query<{ id: string }>(
    `SELECT s.id FROM research.slot s JOIN research.recruitment r ON r.id = s.session_id
     JOIN research.study_profile t ON t.id = r.study_id
     WHERE ${ownedBySql('t', '$1')} AND s.starts_at > $2 AND NOT s.cancelled
     ORDER BY s.id FOR NO KEY UPDATE OF s`,
    [ownerId, now],
  );
  await cancelAhead(tx, ahead);
}

/** Of all sessions that use a consent form which was withdrawn: no participant starts there any more. */
export async function cancelSlotsOfConsent(
  tx: Transaction,
  consentId: string,
  now: Date,
): Promise<void> {
  const ahead = await tx.query<{ id: string }>(
    `SELECT s.id FROM research.slot s JOIN research.recruitment r ON r.id = s.session_id
     WHERE r.consent_id = $1 AND s.starts_at > $2 AND NOT s.cancelled
     ORDER BY s.id FOR NO KEY UPDATE OF s`,
    [consentId, now],
  );
  await cancelAhead(tx, ahead);
}
