import { limits } from '../../contracts/base/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). A limit counts requests separately for each
 * key. The code that consumes a limit passes this key, for example the id of an account.
 */
export const processesRateLimits = {
  peopleSearch: {
    name: 'people-search',
    free: limits.peopleSearchesPerAccountAndHour,
    windowMs: hours(1),
  },
  /**
   * How many reviews a researcher may cause per day by changing the affiliation: each review costs
   * administrators a mail and a decision.
   */
  reviewRequest: { name: 'review', free: limits.reviewsPerDay, windowMs: hours(24) },
} satisfies Record<string, RateLimitRule>;
