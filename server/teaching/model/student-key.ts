import type { Secrets } from '../../platform/security/secrets';

/**
 * A student as a keyed hash, which submissions and credits store: without the server's key it does
 * not lead to the account. It does not depend on the key's version.
 */
export const studentKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('student', accountId);
