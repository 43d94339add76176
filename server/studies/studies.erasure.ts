import type { ErasureSteps } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { endRosterAccesses } from './people/collaborator-rows';
import { isOwnedBySql } from './study.policy';

/**
 * Archives the studies of an owner whose account is erased. They are not deleted, so that their
 * data stay.
 */
export const studiesErasure: ErasureSteps = {
  prepare: (tx, accountId, { minute }) => archiveOwnerStudies(tx, accountId, minute),
};

/**
 * Archives the owner's studies. The owner's sessions must have been closed before, in the same
 * transaction, since an archived study must not recruit. Idempotent.
 */
async function archiveOwnerStudies(tx: Transaction, ownerId: string, now: Date): Promise<void> {
  const archived = await tx.query<{ id: string }>(
    `UPDATE research.study SET state = 'archived', updated_at = $2
     WHERE ${isOwnedBySql('study', '$1')} AND state <> 'archived' RETURNING id`,
    [ownerId, now],
  );
  for (const { id } of archived) tx.record('studies.study-changed', { study_id: id });
  await endRosterAccesses(tx, { by: ownerId });
}
