import { accountsRateLimits } from './accounts.rate-limits';
import { RateLimit } from '../platform/security/rate-limit';
import { refundMailQuota, consumeMailQuota } from './outbound-mail-quota';

/** The address that an identity provider states, and whether the provider has verified it. */
interface ClaimedEmail {
  email: string | null;
  email_verified: boolean;
}
interface Outcome {
  kind: string;
  created?: boolean;
}

/**
 * Limits sign-ins for which an identity provider states an unverified address. This server sends a
 * mail to the address: about a new account, or about the account that already has the address. The
 * administrator of a provider's tenant can claim any address, so strangers could get these mails.
 * Therefore the sign-in counts as a registration from this network, and the mail counts against the
 * quota of the address. A repeated sign-in of the same person does not count.
 * @param work does the sign-in; its argument says whether the address may get a mail
 * @throws DomainError too_many_requests
 */
export async function limitUnverifiedEmailSignIns<T extends Outcome>(
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
  // If the quota refused the mail, it was not counted; subtracting it would raise the quota.
  if (may) await refundMailQuota(limit, 'registration', asked);
  return done;
}
