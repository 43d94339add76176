import type { Transaction } from '../../platform/db/unit-of-work';

/*
 * Checks whether an account can be responsible for its recruiting. If so, its row is locked FOR
 * SHARE until the transaction ends: disabling it or requesting its deletion waits.
 */

async function hold(tx: Transaction, accountId: string, condition: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM identity.account WHERE id = $1 AND ${condition} FOR SHARE`,
    [accountId],
  );
  return rows.length > 0;
}

export const holdEnabled = (tx: Transaction, accountId: string): Promise<boolean> =>
  hold(tx, accountId, 'disabled_at IS NULL');

/** Neither disabled nor about to be erased. */
export const holdAnswering = (tx: Transaction, accountId: string): Promise<boolean> =>
  hold(tx, accountId, 'disabled_at IS NULL AND deletion_at IS NULL');

/** Disabled, or about to be erased. */
export const holdLeaving = (tx: Transaction, accountId: string): Promise<boolean> =>
  hold(tx, accountId, '(disabled_at IS NOT NULL OR deletion_at IS NOT NULL)');

/**
 * Whether the account exists. The lock prevents its erasure until the transaction ends, and waits
 * for a purge in progress.
 */
export async function holdAccount(tx: Transaction, accountId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT id FROM identity.account WHERE id = $1 FOR KEY SHARE`, [
    accountId,
  ]);
  return rows.length > 0;
}
