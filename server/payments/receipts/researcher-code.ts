import type { Secrets } from '../../platform/security/secrets';

/**
 * Returns the code of a researcher in the disbursement logs of a study: eight hexadecimal digits,
 * the same in all logs of that study.
 */
export const researcherCode = (
  secrets: Pick<Secrets, 'mac'>,
  studyId: string,
  accountId: string,
): string => secrets.mac('disbursement-hand', studyId, accountId).toString('hex', 0, 4);
