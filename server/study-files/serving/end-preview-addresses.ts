import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Ends all preview and rehearsal addresses of a study, because an account has lost its role in it.
 * The server does not store to which account it gave an address, so the other members have to
 * request new ones. Participants' runs go on.
 */
export async function revokePreviewAddresses(
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
