import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. The caller of a limit chooses the key by which it counts. */
export const collaboratorsRateLimits = {
  /** Mails that an account sends to addresses of its choice. */
  invited: { name: 'study-invitation', free: 30, windowMs: hours(1) },
  /** Invitations by one inviter to one address: other inviters can still write to that address. */
  share: { name: 'study-invitation-share', free: 10, windowMs: hours(24) },
  /** Mails to one address by all inviters together, so that strangers cannot flood it. */
  toAddress: { name: 'study-invitation-address', free: 20, windowMs: hours(24) },
  /** Answers of an account with a key. A key cannot be guessed; the limit only saves work. */
  tried: { name: 'study-invitation-key', free: 60, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
