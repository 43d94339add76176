import type { Secrets } from '../../platform/security/secrets';

/**
 * A student beside work and credit: without the server's key nothing leads from it to the account. The same under every
 * version of the key.
 */
export const studentKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('student', accountId);
