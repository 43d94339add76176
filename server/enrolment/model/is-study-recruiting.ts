import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Whether a session of the study is launched and not closed, including one that waits for its
 * opening date.
 */
export async function isStudyRecruiting(tx: Transaction, studyId: string): Promise<boolean> {
  const open = await tx.query(
    `SELECT FROM research.session WHERE study_id = $1 AND launched_at IS NOT NULL AND state <> 'closed' LIMIT 1`,
    [studyId],
  );
  return open.length > 0;
}

/** Whether a session of the study was ever launched. */
export async function wasStudyLaunched(tx: Transaction, studyId: string): Promise<boolean> {
  const launched = await tx.query(
    `SELECT FROM research.session WHERE study_id = $1 AND launched_at IS NOT NULL LIMIT 1`,
    [studyId],
  );
  return launched.length > 0;
}
