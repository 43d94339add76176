import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import { days } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. The code that uses a limit states the key by which it counts.
 */
export const apiTokensRateLimits = {
  /** Counts new tokens per account, because each new token sends an email. */
  made: { name: 'api-token-made', free: apiTokensLimits.apiTokensMadePerDay, windowMs: days(1) },
} satisfies Record<string, RateLimitRule>;
