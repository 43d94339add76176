import { limits } from '../../contracts/base/limits';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';

/**
 * Computes the default maximum duration of a participation in minutes: three times the estimate, at
 * least an hour. A participation times out after its maximum duration (docs/domain.md, 2).
 */
export const defaultMaximumMinutes = (durationMinutes: number) =>
  Math.min(limits.durationMinutes, Math.max(60, 3 * durationMinutes));

interface Times {
  duration_minutes: number;
  maximum_minutes: number;
}

/**
 * Computes the maximum duration in minutes after a change of the study. A maximum that researchers
 * set stays; a maximum that was derived from the estimate is derived from the new estimate.
 */
export function maximumMinutesAfterChange(before: Times, change: Partial<Times>): number {
  if (change.maximum_minutes !== undefined) return change.maximum_minutes;
  const followed = before.maximum_minutes === defaultMaximumMinutes(before.duration_minutes);
  return followed
    ? defaultMaximumMinutes(change.duration_minutes ?? before.duration_minutes)
    : before.maximum_minutes;
}

/**
 * Finds the first contradiction between a study's fields.
 * @returns the path of the field and an error code, or null
 */
export function findStudyFieldContradiction(
  study: Times & { eligibility: readonly EligibilityFilter[] },
): { path: string; code: 'too_small' } | null {
  if (study.maximum_minutes < study.duration_minutes)
    return { path: 'maximum_minutes', code: 'too_small' };
  const empty = study.eligibility.findIndex(
    (f) =>
      f.filter === 'age' &&
      f.range.lower !== undefined &&
      f.range.upper !== undefined &&
      f.range.upper < f.range.lower,
  );
  return empty < 0 ? null : { path: `eligibility.${empty}.range.upper`, code: 'too_small' };
}
