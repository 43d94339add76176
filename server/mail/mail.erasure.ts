import type { ErasureSteps } from '../platform/context/context';

export const mailErasure: ErasureSteps = {
  /** Deletes the rows of mails to the account, sent or not. */
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM platform.mail WHERE account_id = $1`, [accountId]);
    return undefined;
  },
};
