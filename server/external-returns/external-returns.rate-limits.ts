import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. The code that uses a limit states the key by which it counts.
 */
export const externalReturnsRateLimits = {
  /**
   * How many wrong codes a participant may enter within `windowMs`: enough for typing errors, far
   * too few to try all 34^8 codes.
   */
  typedCode: { name: 'external-code', free: 20, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
