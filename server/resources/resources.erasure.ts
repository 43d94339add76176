import type { ErasureSteps } from '../platform/context/context';

/**
 * Deletes a researcher's files when the account is erased. Bytes that studies took from them stay,
 * since the versions of studies refer to the bytes themselves.
 */
export const resourcesErasure: ErasureSteps = {
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM research.resource_upload WHERE owner_id = $1`, [accountId]);
    await tx.query(`DELETE FROM research.resource WHERE owner_id = $1`, [accountId]);
    return undefined;
  },
};
