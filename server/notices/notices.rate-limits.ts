import { minutes } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. The code that uses a limit states the key by which it counts.
 */
export const noticesRateLimits = {
  /** Counts changes per account, because each change may cause another search for new studies. */
  preferences: { name: 'notice-preferences', free: 120, windowMs: minutes(10) },
} satisfies Record<string, RateLimitRule>;
