import type { SessionProgress } from '../../../../../contracts/enrolment/session-insights';

/**
 * Returns the median minutes from which the pay per hour is computed; null if the median may not be
 * shown or is implausible.
 */
export const medianMinutesOf = ({ minutes }: Pick<SessionProgress, 'minutes'>): number | null =>
  minutes?.plausible ? minutes.median : null;

/**
 * Converts durations to one unit: seconds if the longest is below two minutes, otherwise minutes.
 * @param minutes in ascending order
 */
export function durationsInOneUnit(minutes: readonly number[]): {
  unit: 's' | 'min';
  numbers: number[];
} {
  const isShort = (minutes.at(-1) ?? 0) < 2;
  return isShort
    ? { unit: 's', numbers: minutes.map((one) => Math.round(one * 60)) }
    : { unit: 'min', numbers: [...minutes] };
}

/**
 * Returns the period over which a rate was computed, in the unit that the page shows. A period
 * below three hours is in minutes, unless it is nearly a whole number of hours.
 */
export function rateWindowOf(hours: number): { unit: 'minutes' | 'hours'; count: number } {
  const whole = Math.round(hours);
  return hours < 3 && Math.abs(hours - whole) > 0.05
    ? { unit: 'minutes', count: Math.round(hours * 60) }
    : { unit: 'hours', count: whole };
}
