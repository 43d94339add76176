import { limits } from '../../contracts/base/limits';
import type { EligibilityFilter } from '../../contracts/studies';

/**
 * How long somebody may take at most, minutes: three times the estimate, an hour at least
 * (docs/domain.md, 2 times a participation out after it).
 */
export const defaultMaximumMinutes = (durationMinutes: number) =>
  Math.min(limits.durationMinutes, Math.max(60, 3 * durationMinutes));

interface Times {
  duration_minutes: number;
  maximum_minutes: number;
}

/**
 * The maximum after a change: a given one stays as it is, one that only followed from the duration
 * follows it again.
 */
export function maximumAfter(before: Times, change: Partial<Times>): number {
  if (change.maximum_minutes !== undefined) return change.maximum_minutes;
  const followed = before.maximum_minutes === defaultMaximumMinutes(before.duration_minutes);
  return followed
    ? defaultMaximumMinutes(change.duration_minutes ?? before.duration_minutes)
    : before.maximum_minutes;
}

/** What no single field shows: the path and code of the first contradiction, or null. */
export function contradiction(
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
