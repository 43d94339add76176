import type { Transaction } from '../../platform/db/unit-of-work';
import { closeSession } from './close-session';

/**
 * Closes the launched sessions of studies whose owner's account is gone or disabled. Participants
 * keep their seats. Idempotent: a second call finds none.
 * @returns how many sessions were closed
 */
export async function closeLaunchedSessions(
  tx: Transaction,
  studyIds: readonly string[],
  now: Date,
): Promise<number> {
  const open = await tx.query<{ id: string; study_id: string }>(
    `SELECT id, study_id FROM research.session
     WHERE study_id = ANY($1::uuid[]) AND launched_at IS NOT NULL AND state <> 'closed' ORDER BY id FOR UPDATE`,
    [studyIds],
  );
  for (const session of open) await closeSession(tx, session, 'manual', now);
  return open.length;
}
