import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * Withdraws a version of the consent form, so that no participant can agree to it and no launch can
 * use it (docs/domain.md, 3). The caller must have locked the study, and must pause the sessions
 * that use this version.
 * @returns false if it was already withdrawn; then time and reason stay as they are
 * @throws DomainError not_found for a draft, a version of another study, or an unknown id
 */
export async function withdrawConsentVersion(
  tx: Transaction,
  { studyId, consentId, reason }: { studyId: string; consentId: string; reason: string },
  now: Date,
): Promise<boolean> {
  const [version] = await tx.query<{ state: string }>(
    `SELECT state FROM research.consent WHERE id = $1 AND study_id = $2 FOR NO KEY UPDATE`,
    [consentId, studyId],
  );
  if (!version || version.state === 'draft') throw new DomainError('not_found');
  if (version.state === 'invalid') return false;
  await tx.query(
    `UPDATE research.consent SET state = 'invalid', withdrawn_at = $2, withdrawn_reason = $3
     WHERE id = $1`,
    [consentId, now, reason],
  );
  tx.record('studies.consent-withdrawn', { study_id: studyId, consent_id: consentId });
  return true;
}
