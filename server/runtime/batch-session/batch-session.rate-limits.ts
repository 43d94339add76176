import { batchSessionLimits } from '../../../contracts/runtime/batch-session-limits';
import { minutes } from '../../platform/concurrency/clock';
import type { RateLimitRule } from '../../platform/security/rate-limit-rule';

/** Limits per participation. */
export const batchSessionRateLimits = {
  change: {
    name: 'batch-session-change',
    free: batchSessionLimits.changesPerMinute,
    windowMs: minutes(1),
  },
} satisfies Record<string, RateLimitRule>;
