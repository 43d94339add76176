import { limits } from '../../contracts/base/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. */
export const messagesLimits = {
  broadcast: {
    name: 'message-broadcast',
    free: limits.broadcastsPerAccountAndHour,
    windowMs: hours(1),
  },
  report: {
    name: 'message-report',
    free: limits.messageReportsPerAccountAndHour,
    windowMs: hours(1),
  },
  write: { name: 'message-write', free: limits.messagesPerAccountAndHour, windowMs: hours(1) },
} satisfies Record<string, Rule>;
