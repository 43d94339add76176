import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. The code that applies a limit says by which key it counts. */
export const teachingRateLimits = {
  /** Failed join codes of one account. */
  codeTried: { name: 'join-code', free: 30, windowMs: hours(1) },
  /**
   * Failed join codes from one network. Many are allowed, since a whole class may mistype the same
   * code.
   */
  codeTriedFrom: { name: 'join-code-network', free: 300, perNetwork: true, windowMs: hours(1) },
  /** Calls by which an account invites addresses, up to 200 in each. */
  invites: { name: 'classroom-invitation', free: 20, windowMs: hours(1) },
  /**
   * Invitation mails that one instructor causes to one address. This limit is lower than
   * `toAddress`, the limit of all instructors together. So one instructor cannot keep other
   * instructors from inviting the address.
   */
  share: { name: 'classroom-invitation-share', free: 5, windowMs: hours(24) },
  /** Mails to one address by all instructors together. */
  toAddress: { name: 'classroom-invitation-address', free: 20, windowMs: hours(24) },
  /** Submissions of studies for review by an account: each sends a mail to all instructors. */
  reviewAsked: { name: 'class-review', free: 20, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
