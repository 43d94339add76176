import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Sets the account that changes sessions in this transaction, for their timelines (session-change.entity.ts).
 */
export async function actsAs(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`SELECT set_config('commonlab.actor', $1, true)`, [accountId]);
}
