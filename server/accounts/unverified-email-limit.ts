import { accountsLimits } from './accounts.limits';
import { RateLimit } from '../platform/security/rate-limit';
import { refundMailQuota, consumeMailQuota } from './outbound-mail-quota';

/** The address that a provider named, and whether the provider has verified it. */
interface ClaimedEmail {
  email: string | null;
  email_verified: boolean;
}
interface Outcome {
  kind: string;
  created?: boolean;
}

/**
 * An address that nobody has verified gets a mail, for a new account or for the one that has it,
 * and whoever runs a tenant can name any address: it counts as a registration from this place in
 * the network, and of the mails of that address. Signing in again does not.
 * @param work is told whether the address may get a mail
 * @throws DomainError too_many_requests
 */
export async function limitUnverifiedEmail<T extends Outcome>(
  limit: RateLimit,
  network: string,
  { email, email_verified }: ClaimedEmail,
  work: (mayMail: boolean) => Promise<T>,
): Promise<T> {
  if (email === null || email_verified) return work(true);
  await limit.consume(accountsLimits.registration, network);
  const asked = { email, network };
  const may = await consumeMailQuota(limit, 'registration', asked);
  const done = await work(may);
  if (done.created === true || done.kind === 'proof_needed') return done;
  await limit.refund(accountsLimits.registration, network);
  // What was refused was not counted: given back, it would open the way for the next.
  if (may) await refundMailQuota(limit, 'registration', asked);
  return done;
}
