import type { Transaction } from '../platform/db/unit-of-work';

/**
 * The first launch of a session makes a draft study ready, in the launch's own transaction
 * (docs/api-conventions.md).
 */
export async function makeReady(tx: Transaction, study: { id: string }): Promise<void> {
  await tx.query(`UPDATE research.study SET state = 'ready' WHERE id = $1 AND state = 'draft'`, [
    study.id,
  ]);
}
