import type { SessionProgress } from '../../../../../contracts/enrolment/session-insights';

/** The median that counts for the pay per hour, in minutes; null if none may be shown. */
export const medianOf = ({ minutes }: Pick<SessionProgress, 'minutes'>): number | null =>
  minutes?.plausible ? minutes.median : null;

/**
 * Durations in one unit: seconds if the longest is below two minutes.
 * @param minutes ascending
 */
export function inOneUnit(minutes: readonly number[]): { unit: 's' | 'min'; numbers: number[] } {
  const isShort = (minutes.at(-1) ?? 0) < 2;
  return isShort
    ? { unit: 's', numbers: minutes.map((one) => Math.round(one * 60)) }
    : { unit: 'min', numbers: [...minutes] };
}

/** The window of a rate as the page shows it: in minutes where rounding to whole hours would change it. */
export function windowOf(hours: number): { unit: 'minutes' | 'hours'; count: number } {
  const whole = Math.round(hours);
  return hours < 3 && Math.abs(hours - whole) > 0.05
    ? { unit: 'minutes', count: Math.round(hours * 60) }
    : { unit: 'hours', count: whole };
}
