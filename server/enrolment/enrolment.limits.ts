import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context (docs/domain.md, 10). Each caller states its counting key. */
export const enrolmentLimits = {
  participantCount: { name: 'participant-count', free: 500, windowMs: hours(1) },
} satisfies Record<string, Rule>;
