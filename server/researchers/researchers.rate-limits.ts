import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that applies a limit chooses what
 * is counted separately, for example each network address.
 */
export const researchersRateLimits = {
  /**
   * The limit is high, since the search sends one request per typed letter, and all people of an
   * institute may share one network address.
   */
  organizationSearch: {
    name: 'organization-search',
    free: 6_000,
    perNetwork: true,
    windowMs: hours(1),
  },
} satisfies Record<string, RateLimitRule>;
