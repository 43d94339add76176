import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * SQL condition: a version is a preview of a draft, and none of its addresses is valid any more.
 * @param v an alias for the version
 * @param now an SQL operand of type timestamptz
 */
export const isExpiredPreviewSql = (v: string, now: string): string =>
  `${v}.number < 1 AND NOT EXISTS (SELECT FROM research.study_serving s
    WHERE s.version_id = ${v}.id AND s.expires_at > ${now})`;

/**
 * Deletes the previews of a study's draft. Previews are versions that no list shows. If they
 * stayed, files that were removed from the draft would still take storage.
 * @param running whether to delete also previews whose addresses are still valid
 */
export async function deletePreviewVersions(
  tx: Transaction,
  studyId: string,
  { running, now }: { running: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `DELETE FROM research.study_version v WHERE v.study_id = $1 AND v.number < 1
       AND ($2::boolean OR ${isExpiredPreviewSql('v', '$3::timestamptz')})`,
    [studyId, running, now],
  );
}
