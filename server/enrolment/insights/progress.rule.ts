import type { Money } from '../../../contracts/base/fields';
import { isPlausibleDuration } from '../../../contracts/enrolment/plausible-minutes';
import { hourlyRate } from '../../../contracts/payments/fair-pay.rule';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** How many points a curve may have; a screen could not show more of them. */
const points = 200;
/**
 * The server chooses one of these intervals, in milliseconds, as the distance between two points of
 * a curve. They range from a minute to a day, and look familiar on an axis of time.
 */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 360, 720, 1440].map(
  (minutes) => minutes * 60_000,
);

/**
 * Chooses the interval between two points of a curve over the given duration; whole days (UTC) if exact times are
 * hidden from the reader.
 */
export function curveIntervalMs(lastsMs: number, wholeDays: boolean): number {
  const fits = (step: number) => lastsMs / step <= points;
  const found = wholeDays ? undefined : steps.find(fits);
  return found ?? Math.max(1, Math.ceil(lastsMs / dayMs / points)) * dayMs;
}

/**
 * How many seats were taken in a time window that ends now. The fill rate uses the shortest window
 * with enough seats.
 */
export interface SeatsInTimeWindow {
  hours: number;
  seats: number;
}
/**
 * A rate is computed only over a window in which at least this many seats were taken; fewer would
 * predict nothing.
 */
const least = 5;
/**
 * How many hours must have passed before a rate is computed: the first half hour after a launch
 * predicts nothing.
 */
const leastHours = 0.5;

/**
 * Computes how many seats are taken per hour, over the shortest window in which five seats were
 * taken. If there is no such window, but three seats were taken in all, computes it over the whole
 * time since the session opened.
 * @param windows from the shortest to the whole time
 * @returns null if fewer than three seats were taken, or if the time is too short
 */
export function fillRateOf(
  windows: readonly SeatsInTimeWindow[],
): { per_hour: number; over_hours: number } | null {
  const whole = windows.at(-1);
  const found =
    windows.find(({ seats }) => seats >= least) ?? (whole && whole.seats >= 3 ? whole : undefined);
  if (!found || found.hours < leastHours) return null;
  return { per_hour: found.seats / found.hours, over_hours: found.hours };
}

/** Rounds a duration for display: below two minutes to the second, else to a tenth of a minute. */
export const roundedMinutes = (minutes: number): number => {
  const grain = minutes < 2 ? 60 : 10;
  return Math.round(minutes * grain) / grain;
};

/** Forecasts when all seats are taken; null if none is free, or if it takes more than a year. */
export function forecastFullAt(free: number, perHour: number, now: Date): Date | null {
  const hours = free / perHour;
  return free > 0 && hours <= 365 * 24 ? new Date(now.getTime() + hours * hourMs) : null;
}

export const hourlyPayByMedian = (
  reward: Money | null,
  medianMinutes: number | null,
): Money | null =>
  reward === null || medianMinutes === null ? null : hourlyRate(reward, medianMinutes);

/**
 * The median duration is shown only if it comes from at least this many people. From a median of
 * fewer people, single durations could be guessed.
 */
export const leastPeopleForMedian = 5;

/**
 * Returns the median that pages may show, in minutes.
 * @param stated the minutes that the study states
 * @returns null if too few people completed, or if the median is not plausible
 */
export const shownMedian = (
  { people, median }: { people: number; median: number | null },
  stated: number,
): number | null =>
  people >= leastPeopleForMedian && median !== null && isPlausibleDuration(median, stated)
    ? roundedMinutes(median)
    : null;

export const totalRewardOf = (reward: Money, people: number): Money => ({
  ...reward,
  amount: reward.amount * people,
});
