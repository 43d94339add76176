import type { Secrets } from '../../platform/security/secrets';

/*
 * By what a credit finds its source: without the server's key nothing leads from one to the other. The same under every
 * version of the key, so that no source is granted twice.
 */

export const creditKeyOfParticipation = (
  secrets: Pick<Secrets, 'mac'>,
  participationId: string,
): Buffer => secrets.mac('credit', `participation:${participationId}`);

export const creditKeyOfSubmission = (
  secrets: Pick<Secrets, 'mac'>,
  submissionId: string,
): Buffer => secrets.mac('credit', `submission:${submissionId}`);
