import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Deletes the exports of a classroom's pools with their bytes. If a worker is still building one of
 * them, it stops when it stores the next part.
 */
export const forgetPooledExports = (tx: Transaction, classroomId: string): Promise<unknown> =>
  tx.query(`DELETE FROM research.study_export WHERE pool_classroom_id = $1`, [classroomId]);
