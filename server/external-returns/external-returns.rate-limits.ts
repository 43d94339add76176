import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const externalReturnsRateLimits = {
  /** Wrong codes of one participation: enough for typing errors, no search of 34^8 codes. */
  typedCode: { name: 'external-code', free: 20, windowMs: hours(1) },
} satisfies Record<string, Rule>;
