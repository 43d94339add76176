import type { Transaction } from '../../platform/db/unit-of-work';

/** Schedules the erasure of an account whose row is locked. */
export async function scheduleDeletion(
  tx: Transaction,
  accountId: string,
  deletionAt: Date,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE identity.account SET deletion_at = $2, deletion_reminded_at = NULL, updated_at = $3 WHERE id = $1`,
    [accountId, deletionAt, now],
  );
}

/**
 * Cancels a pending deletion.
 * @returns false if no deletion was pending
 */
export async function cancelDeletion(
  tx: Transaction,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const cancelled = await tx.query(
    `UPDATE identity.account SET deletion_at = NULL, deletion_reminded_at = NULL, updated_at = $2
     WHERE id = $1 AND deletion_at IS NOT NULL RETURNING id`,
    [accountId, now],
  );
  return cancelled.length > 0;
}

/**
 * Marks the accounts that will be erased before `until` as reminded.
 * @returns the ids of these accounts
 */
export async function markDeletionReminded(
  tx: Transaction,
  { now, until, atMost }: { now: Date; until: Date; atMost: number },
): Promise<string[]> {
  const due = await tx.query<{ id: string }>(
    `UPDATE identity.account SET deletion_reminded_at = $1
     WHERE id IN (SELECT id FROM identity.account WHERE deletion_at > $1 AND deletion_at <= $2
     AND deletion_reminded_at IS NULL
                  ORDER BY deletion_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, until, atMost],
  );
  return due.map(({ id }) => id);
}
