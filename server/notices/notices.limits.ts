import { minutes } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const noticesRateLimits = {
  /** Limit per account: each change may cause a later look at new studies. */
  preferences: { name: 'notice-preferences', free: 120, windowMs: minutes(10) },
} satisfies Record<string, Rule>;
