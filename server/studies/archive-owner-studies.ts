import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from './study.policy';

/**
 * Belongs after the closing of their sessions, in the same transaction: an archived study recruits
 * nobody. Once more finds nothing.
 */
export async function archiveOwnerStudies(
  tx: Transaction,
  ownerId: string,
  now: Date,
): Promise<void> {
  const archived = await tx.query<{ id: string }>(
    `UPDATE research.study SET state = 'archived', updated_at = $2
     WHERE ${ownedBySql('study', '$1')} AND state <> 'archived' RETURNING id`,
    [ownerId, now],
  );
  for (const { id } of archived) tx.record('studies.study-changed', { study_id: id });
}
