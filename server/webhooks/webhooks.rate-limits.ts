import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. The code that consumes a limit passes the key that it counts by.
 */
export const webhooksRateLimits = {
  /**
   * Tests and redeliveries of an account: limited, so that researchers cannot use this server to
   * flood another server.
   */
  deliveryAsked: { name: 'webhook-delivery', free: 200, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
