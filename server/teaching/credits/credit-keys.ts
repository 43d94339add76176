import type { Secrets } from '../../platform/security/secrets';

/*
 * Computes a credit's `source_key`: a keyed hash of the participation or submission that earned the
 * credit. The credit can be linked with its participation or submission only by the server's
 * secret. The hash stays the same when the secret is rotated, so that no participation or
 * submission gets credit twice.
 */

export const creditKeyOfParticipation = (
  secrets: Pick<Secrets, 'mac'>,
  participationId: string,
): Buffer => secrets.mac('credit', `participation:${participationId}`);

export const creditKeyOfSubmission = (
  secrets: Pick<Secrets, 'mac'>,
  submissionId: string,
): Buffer => secrets.mac('credit', `submission:${submissionId}`);
