import type { Secrets } from '../../platform/security/secrets';

/**
 * Returns the keyed hash by which a payout refers to its payment: without the server's key, the
 * payout and the payment cannot be linked. The hash does not depend on the key's version, so that
 * no payment gets two payouts.
 */
export const paymentKeyOf = (secrets: Pick<Secrets, 'mac'>, paymentId: string): Buffer =>
  secrets.mac('payout', paymentId);
