import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import { hours, minutes } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/** The rate limits of API tokens. The code that uses a limit states the key by which it counts. */
export const accessRateLimits = {
  /**
   * Counts the requests with each API token, including refused ones, so that one faulty program
   * does not slow down others.
   */
  apiToken: {
    name: 'api-token',
    free: apiTokensLimits.apiTokenRequestsPerMinute,
    windowMs: minutes(1),
  },
  /**
   * Counts the exports of an account by all of its tokens together. A program that exported very
   * often could find out when each participant first appeared in the export. It would also fill the
   * audit log.
   */
  apiTokenExport: {
    name: 'api-token-export',
    free: apiTokensLimits.apiTokenExportsPerHour,
    windowMs: hours(1),
  },
} satisfies Record<string, RateLimitRule>;
