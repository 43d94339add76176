import type { SeatsInTimeWindow } from './progress.rule';

/**
 * How many seats were taken in the last hours of the shown period (`h6`: in the last six hours),
 * and since the launch.
 */
export interface SeatsByTimeWindow {
  h1: number;
  h6: number;
  h24: number;
  h72: number;
  since_launch: number;
}

/**
 * Returns the time windows that lie entirely within the enrolment period, and the period itself. If
 * the reader may see only days (`isByDay`), each window ends with the last full day (UTC). A window
 * that ended now would reveal when a seat was taken: its count would fall exactly 24 or 72 hours
 * later.
 * @param since when the enrolment period began; null if people could never enrol
 * @returns the shortest window first and the whole period last, as `fillRateOf` needs them
 */
export function fillRateWindows(
  { h1, h6, h24, h72, since_launch }: SeatsByTimeWindow,
  since: Date | null,
  until: Date,
  isByDay: boolean,
): SeatsInTimeWindow[] {
  const open = since ? Math.max(0, until.getTime() - since.getTime()) / 3_600_000 : 0;
  const windows = [
    ...(isByDay
      ? []
      : [
          { hours: 1, seats: h1 },
          { hours: 6, seats: h6 },
        ]),
    { hours: 24, seats: h24 },
    { hours: 72, seats: h72 },
  ].filter(({ hours }) => hours < open);
  return [...windows, { hours: open, seats: since_launch }];
}
