import type { Transaction } from '../platform/db/unit-of-work';

/** Locks the account's row if its deletion is due. @returns whether it is. */
export async function isDueForDeletion(
  tx: Transaction,
  accountId: string,
  now: Date,
  lock: 'SHARE' | 'UPDATE',
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM identity.account WHERE id = $1 AND deletion_at <= $2 FOR ${lock}`,
    [accountId, now],
  );
  return rows.length > 0;
}
