import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import { hours, minutes } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. */
export const accessRateLimits = {
  /** Limit per API token, refused requests included: one faulty program must not slow down others. */
  apiToken: {
    name: 'api-token',
    free: apiTokensLimits.apiTokenRequestsPerMinute,
    windowMs: minutes(1),
  },
  /**
   * Limit per account, over all its tokens: frequent requests would reveal when a tag appeared, and fill the
   * audit log.
   */
  apiTokenExport: {
    name: 'api-token-export',
    free: apiTokensLimits.apiTokenExportsPerHour,
    windowMs: hours(1),
  },
} satisfies Record<string, Rule>;
