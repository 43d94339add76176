import type { Secrets } from '../../platform/security/secrets';

/**
 * Returns the keyed hash that submissions and credits store instead of the student's account: it
 * leads to the account only with the server's secret. It stays the same when the secret is rotated.
 */
export const studentKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('student', accountId);
