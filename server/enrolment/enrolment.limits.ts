import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context (docs/domain.md, 10). Each caller states its counting key. */
export const enrolmentLimits = {
  /**
   * Enough queries to plan a study, but too few to learn about one person by comparing groups with
   * and without them.
   */
  participantCount: { name: 'participant-count', free: 500, windowMs: hours(1) },
} satisfies Record<string, Rule>;
