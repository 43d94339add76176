import type { Erasure } from '../platform/context/context';

export const mailErasure: Erasure = {
  /** Deletes the records of mails that were sent, or were to be sent, to the account. */
  async erase(tx, accountId) {
    await tx.query(`DELETE FROM platform.mail WHERE account_id = $1`, [accountId]);
    return undefined;
  },
};
