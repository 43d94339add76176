import type { Secrets } from '../../platform/security/secrets';

/*
 * Makes the key by which a credit is found from its source. Without the server's key, no credit
 * leads to its source, or the reverse. It does not depend on the key's version, so that no source
 * is granted twice.
 */

export const creditKeyOfParticipation = (
  secrets: Pick<Secrets, 'mac'>,
  participationId: string,
): Buffer => secrets.mac('credit', `participation:${participationId}`);

export const creditKeyOfSubmission = (
  secrets: Pick<Secrets, 'mac'>,
  submissionId: string,
): Buffer => secrets.mac('credit', `submission:${submissionId}`);
