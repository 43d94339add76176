import type { Erasure } from '../platform/context/context';

/**
 * Deletes a researcher's files with the account. What studies took from them stays: a study's version refers to the
 * bytes itself.
 */
export const resourcesErasure: Erasure = {
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM research.resource_upload WHERE owner_id = $1`, [accountId]);
    await tx.query(`DELETE FROM research.resource WHERE owner_id = $1`, [accountId]);
    return undefined;
  },
};
