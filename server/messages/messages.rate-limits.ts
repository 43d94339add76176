import { messagesLimits } from '../../contracts/messages/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context, each counted by account. */
export const messagesRateLimits = {
  broadcast: {
    name: 'message-broadcast',
    free: messagesLimits.broadcastsPerAccountAndHour,
    windowMs: hours(1),
  },
  report: {
    name: 'message-report',
    free: messagesLimits.messageReportsPerAccountAndHour,
    windowMs: hours(1),
  },
  write: {
    name: 'message-write',
    free: messagesLimits.messagesPerAccountAndHour,
    windowMs: hours(1),
  },
} satisfies Record<string, RateLimitRule>;
