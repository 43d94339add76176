import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const teachingRateLimits = {
  /** Failed join codes of an account. */
  codeTried: { name: 'join-code', free: 30, windowMs: hours(1) },
  /** Failed join codes of all accounts of one network; a class that mistypes one code must not lock itself out. */
  codeTriedFrom: { name: 'join-code-network', free: 300, perNetwork: true, windowMs: hours(1) },
  /** Calls in which an account invites addresses, up to 200 each. */
  invites: { name: 'classroom-invitation', free: 20, windowMs: hours(1) },
  /** Mails to one address by one instructor, so that other instructors can still invite it. */
  share: { name: 'classroom-invitation-share', free: 5, windowMs: hours(24) },
  /** Mails to one address by all instructors together. */
  toAddress: { name: 'classroom-invitation-address', free: 20, windowMs: hours(24) },
  /** Studies that an account submits for review: each sends a mail to all instructors. */
  reviewAsked: { name: 'class-review', free: 20, windowMs: hours(1) },
} satisfies Record<string, Rule>;
