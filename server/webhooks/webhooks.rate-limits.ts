import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** Tests and redeliveries of an account: limited, so that this server cannot be misused against others. */
export const webhooksRateLimits = {
  /** Tests and redeliveries of an account: this server must not become a tool against others. */
  deliveryAsked: { name: 'webhook-delivery', free: 200, windowMs: hours(1) },
} satisfies Record<string, Rule>;
