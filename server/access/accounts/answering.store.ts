import type { Transaction } from '../../platform/db/unit-of-work';

/*
 * Whether an account can answer for what it recruits. Where the answer is yes, the account is held
 * until the transaction ends: disabling it, or asking for its deletion, waits.
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
 * Whether the account exists; it is not erased until the transaction ends. A purge under way is
 * waited for.
 */
export async function holdAccount(tx: Transaction, accountId: string): Promise<boolean> {
  const rows = await tx.query(`SELECT id FROM identity.account WHERE id = $1 FOR KEY SHARE`, [
    accountId,
  ]);
  return rows.length > 0;
}
