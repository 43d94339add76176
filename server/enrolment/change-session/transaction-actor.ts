import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Tells the database which account changes sessions in this transaction. A trigger then notes the
 * account in the history of each changed session (session-change.entity.ts).
 */
export async function setTransactionActor(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`SELECT set_config('commonlab.actor', $1, true)`, [accountId]);
}
