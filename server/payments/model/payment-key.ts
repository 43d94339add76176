import type { Secrets } from '../../platform/security/secrets';

/**
 * By what a payout finds its payment: without the server's key nothing leads from one to the other. The same under every
 * version of the key, so that no payment has two payouts.
 */
export const paymentKeyOf = (secrets: Pick<Secrets, 'mac'>, paymentId: string): Buffer =>
  secrets.mac('payout', paymentId);
