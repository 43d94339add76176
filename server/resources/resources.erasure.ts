import type { Erasure } from '../platform/context/context';

/**
 * Files go with the account of their researcher. What studies took of them stays: a study's version refers to
 * the bytes itself.
 */
export const resourcesErasure: Erasure = {
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM research.resource_upload WHERE owner_id = $1`, [accountId]);
    await tx.query(`DELETE FROM research.resource WHERE owner_id = $1`, [accountId]);
    return undefined;
  },
};
