import { enrolmentLimits } from '../../contracts/enrolment/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that consumes a limit passes the
 * key that it counts by, such as an account.
 */
export const enrolmentRateLimits = {
  /**
   * How often one researcher may count eligible people: often enough to plan a study, too rarely to
   * average the noise away (docs/decisions/counts-of-people.md).
   */
  participantCount: {
    name: 'participant-count',
    code: 'too_many_counts',
    free: enrolmentLimits.participantCountsPerResearcherAndHour,
    windowMs: hours(1),
  },
  /**
   * How often one researcher may launch a session for which eligible people are counted. Each such
   * launch reveals one bit of the count: whether it is too small.
   */
  countedLaunch: {
    name: 'counted-launch',
    code: 'too_many_launches',
    free: enrolmentLimits.countedLaunchesPerHour,
    windowMs: hours(1),
  },
  /**
   * How often the studies of one owner may be launched with an eligibility rule for which
   * researchers may not request a count. Each launch reveals one bit of information. With some
   * hundred launches, each with different fake accounts, a researcher could find out which of a few
   * known people took part.
   */
  narrowLaunch: {
    name: 'narrow-launch',
    code: 'too_many_launches',
    free: enrolmentLimits.narrowLaunchesPerDay,
    windowMs: hours(24),
  },
} satisfies Record<string, RateLimitRule>;
