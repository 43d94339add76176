import type { ExportedRun } from '../selection/run-reader';

/**
 * What an export keeps in memory about each run after the first pass: the numbers of its rows and
 * events, but not their content.
 */
export interface RunTotals extends Pick<
  ExportedRun,
  'amended' | 'lost' | 'not_numbers' | 'timing'
> {
  readonly rows: number;
  readonly events: number;
  readonly isTimed: boolean;
}

export function runTotals(read: ExportedRun): RunTotals {
  const { rows, events, amended, lost, not_numbers, timing } = read;
  const sizes = { rows: rows.length, events: events.length, isTimed: read.timed.length > 0 };
  return { ...sizes, amended, lost, not_numbers, timing };
}
