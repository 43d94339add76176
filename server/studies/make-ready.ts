import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Makes a draft study `ready` when its first session is launched, in the transaction of the launch
 * (docs/api-conventions.md).
 */
export async function makeStudyReady(tx: Transaction, study: { id: string }): Promise<void> {
  await tx.query(`UPDATE research.study SET state = 'ready' WHERE id = $1 AND state = 'draft'`, [
    study.id,
  ]);
}
