import { rehearsalLimits } from '../../../contracts/runtime/rehearsal-limits';
import { hours } from '../../platform/concurrency/clock';
import type { RateLimitRule } from '../../platform/security/rate-limit-rule';

/** Limits per account. */
export const rehearsalRateLimits = {
  make: { name: 'rehearsal', free: rehearsalLimits.perAccountAndHour, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
