import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Opens a request, unless one is open already.
 * @returns the time of the open request, and whether this call opened it
 */
export async function openDeletionRequest(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<{ requested_at: Date; opened: boolean }> {
  const [added] = await tx.query<{ requested_at: Date }>(
    `INSERT INTO identity.deletion_request (account_id, requested_at) VALUES ($1, $2)
     ON CONFLICT (account_id) DO NOTHING RETURNING requested_at`,
    [accountId, now],
  );
  if (added) return { ...added, opened: true };
  const [open] = await tx.query<{ requested_at: Date }>(
    `SELECT requested_at FROM identity.deletion_request WHERE account_id = $1`,
    [accountId],
  );
  return { requested_at: open?.requested_at ?? now, opened: false };
}

/**
 * Deletes a request that was withdrawn, or that an administrator has answered by deleting the
 * account.
 */
export async function endDeletionRequest(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.deletion_request WHERE account_id = $1`, [accountId]);
}
