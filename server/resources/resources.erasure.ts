import type { ErasureSteps } from '../platform/context/context';

/**
 * Deletes a researcher's files when the account is erased. Bytes that studies copied from these
 * files stay, since the studies' versions refer to the bytes and not to the files.
 */
export const resourcesErasure: ErasureSteps = {
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM research.resource_upload WHERE owner_id = $1`, [accountId]);
    await tx.query(`DELETE FROM research.resource WHERE owner_id = $1`, [accountId]);
    return undefined;
  },
};
