import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Whether a session of the study was launched and is not closed yet, even one that waits to open.
 */
export async function isStudyRecruiting(tx: Transaction, studyId: string): Promise<boolean> {
  const open = await tx.query(
    `SELECT FROM research.session WHERE study_id = $1 AND launched_at IS NOT NULL AND state <> 'closed' LIMIT 1`,
    [studyId],
  );
  return open.length > 0;
}
