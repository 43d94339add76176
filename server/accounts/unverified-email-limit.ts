import { accountsRateLimits } from './accounts.rate-limits';
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
 * An identity provider may send an unverified address: that address gets a mail, about a new account or the account
 * that has the address already. The administrator of a provider's tenant can claim any address. So a sign-in with an
 * unverified address counts as a registration from this network and against the mail quota of the address. A repeated
 * sign-in does not.
 * @param work receives whether the address may get a mail
 * @throws DomainError too_many_requests
 */
export async function limitUnverifiedEmail<T extends Outcome>(
  limit: RateLimit,
  network: string,
  { email, email_verified }: ClaimedEmail,
  work: (mayMail: boolean) => Promise<T>,
): Promise<T> {
  if (email === null || email_verified) return work(true);
  await limit.consume(accountsRateLimits.registration, network);
  const asked = { email, network };
  const may = await consumeMailQuota(limit, 'registration', asked);
  const done = await work(may);
  if (done.created === true || done.kind === 'proof_needed') return done;
  await limit.refund(accountsRateLimits.registration, network);
  // A mail that was refused was not counted: a refund would raise the quota.
  if (may) await refundMailQuota(limit, 'registration', asked);
  return done;
}
