import { privacyLevels } from '../../../contracts/studies/studies';
import type { Secrets } from '../../platform/security/secrets';

/**
 * Lists every pseudonym under which an account may have taken part in a study: one for each privacy
 * level, and the one from the time before pseudonyms differed by privacy level
 * (docs/decisions/anonymity.md). Use this list only to find existing rows. For a new row, use
 * `Secrets.pseudonym` with the privacy level of its session.
 */
export const pseudonymsInStudy = (
  secrets: Pick<Secrets, 'pseudonyms'>,
  studyId: string,
  accountId: string,
): Buffer[] => secrets.pseudonyms(studyId, privacyLevels, accountId);
