import { limits } from '../../../contracts/base/limits';
import { minutes } from '../../platform/concurrency/clock';
import type { Rule } from '../../platform/security/rate-limit-rule';

/** Of a participation. */
export const batchSessionRates = {
  change: {
    name: 'batch-session-change',
    free: limits.batchSessionChangesPerMinute,
    windowMs: minutes(1),
  },
} satisfies Record<string, Rule>;
