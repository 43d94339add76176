import type { Transaction } from '../platform/db/unit-of-work';

/** In the transaction that erases the account: what was sent to it, and what was to be sent. */
export async function deleteMailsOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM platform.mail WHERE account_id = $1`, [accountId]);
}
