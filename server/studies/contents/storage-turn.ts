import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits until no other transaction changes what counts for the room of an account, and keeps it so until this one
 * ends. It may be taken again within a transaction.
 */
export async function takeStorageTurn(tx: Transaction, account: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('study-storage:' || $1, 5))`, [
    account,
  ]);
}
