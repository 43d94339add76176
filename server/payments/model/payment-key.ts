import type { Secrets } from '../../platform/security/secrets';

/**
 * The keyed hash by which a payout finds its payment: without the server's key they cannot be linked. Independent of
 * the key's version, so that no payment has two payouts.
 */
export const paymentKeyOf = (secrets: Pick<Secrets, 'mac'>, paymentId: string): Buffer =>
  secrets.mac('payout', paymentId);
