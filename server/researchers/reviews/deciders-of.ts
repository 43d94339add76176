import type { Transaction } from '../../platform/db/unit-of-work';

/** Returns the ids of the administrators who decided on this account's reviews. */
export async function decidersOf(tx: Transaction, accountId: string): Promise<string[]> {
  const deciders = await tx.query<{ id: string }>(
    `SELECT DISTINCT decided_by AS id FROM identity.review WHERE account_id = $1 AND decided_by IS NOT NULL`,
    [accountId],
  );
  return deciders.map(({ id }) => id);
}
