import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * The previews of a study end, for all who look at one: somebody's role in it has ended. Whose an address
 * is, is not kept, so the others ask for a new one. Runs of participants go on.
 */
export async function endPreviewAddresses(
  tx: Transaction,
  studyId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE research.study_serving s SET expires_at = $2 FROM research.study_version v
     WHERE v.study_id = $1 AND s.version_id = v.id AND s.purpose = 'preview' AND s.expires_at > $2`,
    [studyId, now],
  );
}
