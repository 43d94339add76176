import type { Secrets } from '../../platform/security/secrets';

/** The code of a researcher in the disbursement logs of one study: eight hexadecimal digits, always the same. */
export const researcherCode = (
  secrets: Pick<Secrets, 'mac'>,
  studyId: string,
  accountId: string,
): string => secrets.mac('disbursement-hand', studyId, accountId).toString('hex', 0, 4);
