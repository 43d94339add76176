import type { Secrets } from '../../platform/security/secrets';

/**
 * The keyed hash by which a payout finds its payment: without the server's key the two cannot be
 * linked. The hash does not depend on the key's version, so that no payment gets two payouts.
 */
export const paymentKeyOf = (secrets: Pick<Secrets, 'mac'>, paymentId: string): Buffer =>
  secrets.mac('payout', paymentId);
