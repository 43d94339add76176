import type { Transaction } from '../../platform/db/unit-of-work';
import { ownedBySql } from '../../studies/study.policy';
import { closeSession } from './close-session';

/**
 * Closes all recruiting sessions of an owner who no longer answers for them. Participants keep
 * their seats. Idempotent: a second run matches no rows.
 */
export async function closeOwnerSessions(
  tx: Transaction,
  ownerId: string,
  now: Date,
): Promise<void> {
  const open = await tx.query<{ id: string; study_id: string }>(
    `SELECT s.id, s.study_id FROM research.session s JOIN research.study_profile t ON t.id = s.study_id
     WHERE ${ownedBySql('t', '$1')} AND s.state <> 'closed' ORDER BY s.id FOR UPDATE OF s`,
    [ownerId],
  );
  for (const session of open) await closeSession(tx, session, 'manual', now);
}
