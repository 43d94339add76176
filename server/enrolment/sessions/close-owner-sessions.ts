import type { Transaction } from '../../platform/db/unit-of-work';
import { ownedBySql } from '../../studies/study.policy';
import { closeSession } from './close-session';

/**
 * Ends whatever somebody recruits for: nobody answers for it any more. Who holds a seat keeps it.
 * Once more finds nothing.
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
