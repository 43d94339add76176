import type { Erasure } from '../platform/context/context';

export const mailErasure: Erasure = {
  /** Deletes what was sent to the account, and what was to be sent. */
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM platform.mail WHERE account_id = $1`, [accountId]);
    return undefined;
  },
};
