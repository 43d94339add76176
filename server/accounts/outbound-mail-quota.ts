import { limits } from '../../contracts/base/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimit } from '../platform/security/rate-limit';
import type { Rule } from '../platform/security/rate-limit-rule';

/**
 * Mails to an address that somebody else may cause: about a registration, another verification
 * mail, a reset code.
 */
export type MailKind = 'registration' | 'verification' | 'reset';
/** Whom the mail goes to, and from which place in the network it was asked for. */
interface Asked {
  email: string;
  network: string;
}

const windowMs = hours(1);
const toAddress = (kind: MailKind): Rule => ({
  name: `mail-${kind}`,
  free: limits.mailsPerAddressAndHour,
  windowMs,
});
const fromNetwork = (kind: MailKind): Rule => ({
  name: `mail-${kind}-share`,
  free: limits.mailsPerAddressNetworkAndHour,
  windowMs,
});
/** For the context's list of limits. */
export const mailQuotaRules: readonly Rule[] = (
  ['registration', 'verification', 'reset'] satisfies readonly MailKind[]
).flatMap((kind) => [toAddress(kind), fromNetwork(kind)]);
const shareOf = ({ email, network }: Asked) => `${network} ${email}`;

/**
 * Counts a mail, and says whether it may be sent. No kind uses up another, and no place in the
 * network more than its share of one: what it asks for beyond that does not count against the
 * address. Counted for known and unknown addresses alike.
 */
export async function consumeMailQuota(
  limit: RateLimit,
  kind: MailKind,
  asked: Asked,
): Promise<boolean> {
  return (
    (await limit.isWithin(fromNetwork(kind), shareOf(asked))) &&
    limit.isWithin(toAddress(kind), asked.email)
  );
}

/** Takes back one that was within: no mail is sent after all. */
export async function refundMailQuota(
  limit: RateLimit,
  kind: MailKind,
  asked: Asked,
): Promise<void> {
  await limit.refund(toAddress(kind), asked.email);
  await limit.refund(fromNetwork(kind), shareOf(asked));
}
