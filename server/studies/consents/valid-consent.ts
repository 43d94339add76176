import type { Transaction } from '../../platform/db/unit-of-work';
import type { Consent } from './consent.entity';

/**
 * Reads the version of the consent form in force, which a session launched now would use; undefined
 * if the study has no form in force.
 */
export async function readConsentVersionInForce(
  tx: Transaction,
  studyId: string,
): Promise<Pick<Consent, 'id' | 'version' | 'sha256'> | undefined> {
  const [consent] = await tx.query<Pick<Consent, 'id' | 'version' | 'sha256'>>(
    `SELECT id, version, sha256 FROM research.consent WHERE study_id = $1 AND state = 'valid'`,
    [studyId],
  );
  return consent;
}
