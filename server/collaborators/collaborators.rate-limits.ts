import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const collaboratorsRateLimits = {
  /** Mails that an account has sent to addresses that it chose. */
  invited: { name: 'study-invitation', free: 30, windowMs: hours(1) },
  /** Invitations to one address by one inviter, so that other inviters can still write there. */
  share: { name: 'study-invitation-share', free: 10, windowMs: hours(24) },
  /** Mails to one address by all inviters together, so that strangers cannot flood it. */
  toAddress: { name: 'study-invitation-address', free: 20, windowMs: hours(24) },
  /** Failed keys of an account. A key cannot be guessed; the limit only saves work. */
  tried: { name: 'study-invitation-key', free: 60, windowMs: hours(1) },
} satisfies Record<string, Rule>;
