import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/db/unit-of-work';

/*
 * SQL condition for accounts to purge: their `deletion_at` has come, which is `deletionDays`
 * (contracts/accounts/limits.ts) after the request. Until then the request can be withdrawn.
 */

/**
 * Finds the accounts whose erasure is due. The account whose erasure has been due longest comes
 * first.
 */
export async function accountsToErase(
  source: DataSource,
  now: Date,
  atMost: number,
): Promise<string[]> {
  const due: { id: string }[] = await source.query(
    `SELECT id FROM identity.account WHERE deletion_at <= $1 ORDER BY deletion_at LIMIT $2`,
    [now, atMost],
  );
  return due.map(({ id }) => id);
}

const due = `SELECT id FROM identity.account WHERE id = $1 AND deletion_at <= $2`;
const locks = { share: `${due} FOR SHARE`, update: `${due} FOR UPDATE` };

/**
 * Locks an account whose erasure is due.
 * @returns false if the erasure is not due, or was cancelled in the meantime
 */
export async function lockAccountToErase(
  tx: Transaction,
  accountId: string,
  now: Date,
  lock: keyof typeof locks,
): Promise<boolean> {
  return (await tx.query(locks[lock], [accountId, now])).length > 0;
}
