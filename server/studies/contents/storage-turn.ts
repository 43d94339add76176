import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Locks the storage quota of an account until the transaction ends, so that changes of its stored
 * files run one after the other. A transaction may call this more than once.
 */
export async function lockStorageQuota(tx: Transaction, account: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('study-storage:' || $1, 5))`, [
    account,
  ]);
}
