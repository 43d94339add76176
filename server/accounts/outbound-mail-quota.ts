import { accountsLimits } from '../../contracts/accounts/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimit } from '../platform/security/rate-limit';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The kinds of mail that a person can request for the address of another person: the mail after a
 * registration, another verification mail, and the mail with a reset code.
 */
export type OutboundMailKind = 'registration' | 'verification' | 'reset';
/** The recipient's address, and the network that requested the mail. */
interface Asked {
  email: string;
  network: string;
}

const windowMs = hours(1);
const toAddress = (kind: OutboundMailKind): RateLimitRule => ({
  name: `mail-${kind}`,
  free: accountsLimits.mailsPerAddressAndHour,
  windowMs,
});
const fromNetwork = (kind: OutboundMailKind): RateLimitRule => ({
  name: `mail-${kind}-share`,
  free: accountsLimits.mailsPerAddressNetworkAndHour,
  windowMs,
});
/** All rate limits of this file, for the list of the context's rate limits. */
export const mailQuotaRules: readonly RateLimitRule[] = (
  ['registration', 'verification', 'reset'] satisfies readonly OutboundMailKind[]
).flatMap((kind) => [toAddress(kind), fromNetwork(kind)]);
const shareOf = ({ email, network }: Asked) => `${network} ${email}`;

/**
 * Counts a mail, and returns whether it may be sent. Each address has a quota for each kind of
 * mail. A single network may use only a share of that quota. If a network exceeds its share, its
 * further requests do not use up the quota of the address. Known and unknown addresses are counted
 * in the same way.
 */
export async function consumeMailQuota(
  limit: RateLimit,
  kind: OutboundMailKind,
  asked: Asked,
): Promise<boolean> {
  return (
    (await limit.isWithin(fromNetwork(kind), shareOf(asked))) &&
    limit.isWithin(toAddress(kind), asked.email)
  );
}

/** Subtracts a mail that was counted, because it is not sent after all. */
export async function refundMailQuota(
  limit: RateLimit,
  kind: OutboundMailKind,
  asked: Asked,
): Promise<void> {
  await limit.refund(toAddress(kind), asked.email);
  await limit.refund(fromNetwork(kind), shareOf(asked));
}
