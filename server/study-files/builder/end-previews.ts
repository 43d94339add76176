import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * SQL condition: a version that was made for a preview of a draft and has no valid address any more.
 * @param v an alias
 * @param now an operand of type timestamptz
 */
export const isEndedPreview = (v: string, now: string): string =>
  `${v}.number < 1 AND NOT EXISTS (SELECT FROM research.study_serving s
    WHERE s.version_id = ${v}.id AND s.expires_at > ${now})`;

/**
 * Deletes the versions made for previews of a draft, which are in no list, so that files removed from the draft use
 * no storage. Those whose addresses still work only where `running`.
 */
export async function endPreviews(
  tx: Transaction,
  studyId: string,
  { running, now }: { running: boolean; now: Date },
): Promise<void> {
  await tx.query(
    `DELETE FROM research.study_version v WHERE v.study_id = $1 AND v.number < 1
       AND ($2::boolean OR ${isEndedPreview('v', '$3::timestamptz')})`,
    [studyId, running, now],
  );
}
