import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Ends all addresses of previews and rehearsals of a study, because a role in it has ended. Which account an address
 * was given to is not stored, so the remaining members ask for a new one. Runs of participants continue.
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
