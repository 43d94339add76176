import type { Secrets } from '../../platform/security/secrets';

/**
 * The keyed hash of a student stored with work and credit: without the server's key it does not lead to the account.
 * Independent of the key's version.
 */
export const studentKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('student', accountId);
