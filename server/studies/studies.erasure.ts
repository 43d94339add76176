import type { Erasure } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { endRosterOpenings } from './people/collaborator-rows';
import { ownedBySql } from './study.policy';

/** When the owner's account is erased, studies are archived and not deleted, so that their data stay. */
export const studiesErasure: Erasure = {
  prepare: (tx, accountId, { minute }) => archiveOwnerStudies(tx, accountId, minute),
};

/**
 * Call it after the owner's sessions are closed, in the same transaction: an archived study must
 * not recruit. Idempotent: a second run matches no rows.
 */
async function archiveOwnerStudies(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const archived = await tx.query<{ id: string }>(
    `UPDATE research.study SET state = 'archived', updated_at = $2
     WHERE ${ownedBySql('study', '$1')} AND state <> 'archived' RETURNING id`,
    [ownerId, now],
  );
  for (const { id } of archived) tx.record('studies.study-changed', { study_id: id });
  await endRosterOpenings(tx, { by: ownerId });
}
