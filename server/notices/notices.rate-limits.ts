import { minutes } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const noticesRateLimits = {
  /** Limit per account, since each change may cause one more search for new studies. */
  preferences: { name: 'notice-preferences', free: 120, windowMs: minutes(10) },
} satisfies Record<string, Rule>;
