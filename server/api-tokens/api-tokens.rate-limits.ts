import { apiTokensLimits } from '../../contracts/api-tokens/limits';
import { days } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const apiTokensRateLimits = {
  /** Limit per account: each new token sends an email. */
  made: { name: 'api-token-made', free: apiTokensLimits.apiTokensMadePerDay, windowMs: days(1) },
} satisfies Record<string, Rule>;
