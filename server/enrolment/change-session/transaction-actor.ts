import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Tells the database which account changes sessions in this transaction. A trigger writes the
 * account into the timelines of these sessions (session-change.entity.ts).
 */
export async function setTransactionActor(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`SELECT set_config('commonlab.actor', $1, true)`, [accountId]);
}
