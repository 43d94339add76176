import type { SeatsInTimeWindow } from './progress.rule';

/**
 * The seats taken in the last hours of the period shown (`h6`: in its last six hours), and since
 * the launch.
 */
export interface SeatsByTimeWindow {
  h1: number;
  h6: number;
  h24: number;
  h72: number;
  since_launch: number;
}

/**
 * Returns those time windows that lie entirely within the enrolment period, and that period itself.
 * If the reader may see only days (`isByDay`), each window ends with the last full day (UTC). If a
 * window ended now instead, a seat would leave the window exactly 24 or 72 hours after it was
 * taken, which would reveal when it was taken.
 * @param since since when people could enrol; null while they never could
 * @returns from the shortest to the whole period, as `fillRateOf` needs them
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
