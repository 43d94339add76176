import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. Code that applies a limit states for which key it counts, such
 * as an account or an address.
 */
export const collaboratorsRateLimits = {
  /** Mails that an account sends to addresses of its choice. */
  invited: { name: 'study-invitation', free: 30, windowMs: hours(1) },
  /** Invitations by one inviter to one address: other inviters can still write to that address. */
  share: { name: 'study-invitation-share', free: 10, windowMs: hours(24) },
  /** Mails to one address by all inviters together, so that strangers cannot flood it. */
  toAddress: { name: 'study-invitation-address', free: 20, windowMs: hours(24) },
  /**
   * Attempts of an account to use the key of an invitation or offer. The limit does not protect the
   * keys, which cannot be guessed; it only saves the server work.
   */
  tried: { name: 'study-invitation-key', free: 60, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
