import { privacyLevels } from '../../../../contracts/studies/studies';
import type { Secrets } from '../../../platform/security/secrets';

/**
 * Every pseudonym under which an account may have taken part in a study: one for each privacy level,
 * and the one from before they differed by level (docs/decisions/anonymity.md). To find what there is, never
 * to write: what is new stands under `Secrets.pseudonym` of its session's level.
 */
export const pseudonymsOf = (
  secrets: Pick<Secrets, 'pseudonyms'>,
  studyId: string,
  accountId: string,
): Buffer[] => secrets.pseudonyms(studyId, privacyLevels, accountId);
