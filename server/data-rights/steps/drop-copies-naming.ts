import type { Transaction } from '../../platform/unit-of-work';

/**
 * Throws away other people's copies that may name somebody who is being erased: those of everybody whose name they saw on a roster, and of the
 * administrators who decided on them and wrote why. Whoever had one may ask for another, without the name. Belongs into the transaction of the
 * purge, as the application; leaves it so.
 */
export async function dropCopiesNaming(tx: Transaction, accountId: string): Promise<void> {
  const deciders = await tx.query<{ id: string }>(`SELECT DISTINCT decided_by AS id FROM identity.review WHERE account_id = $1 AND decided_by IS NOT NULL`, [accountId]);
  await tx.as('commonlab_link');
  const shown = await tx.query<{ id: string }>(`SELECT DISTINCT account_id AS id FROM identity.roster_access WHERE researcher_id = $1`, [accountId]);
  await tx.as('commonlab_app');
  const holders = [...deciders, ...shown].map(({ id }) => id);
  if (holders.length === 0) return;
  // Until the purge commits no worker begins or finishes a copy: one that waits is made afterwards, when the name is gone.
  await tx.query(`LOCK TABLE identity.export IN SHARE ROW EXCLUSIVE MODE`);
  await tx.query(`DELETE FROM identity.export WHERE account_id = ANY($1::uuid[]) AND state IN ('running', 'ready')`, [holders]);
}
