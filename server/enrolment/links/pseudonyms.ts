import { privacyLevels } from '../../../contracts/studies/studies';
import type { Secrets } from '../../platform/security/secrets';

/**
 * Lists every pseudonym under which an account may have taken part in a study: one for each privacy level, and the one
 * from the time before pseudonyms differed by privacy level (docs/decisions/anonymity.md). Use it only to find existing
 * rows: new rows have `Secrets.pseudonym` of their session's level.
 */
export const pseudonymsInStudy = (
  secrets: Pick<Secrets, 'pseudonyms'>,
  studyId: string,
  accountId: string,
): Buffer[] => secrets.pseudonyms(studyId, privacyLevels, accountId);
