import { fastRunMedianShare, minRunsForComparison } from '../../../contracts/runtime/runs';

/** The longest duration that is stored: some months, well within the range of an integer column. */
const mostSeconds = 10_000_000;

/**
 * Rounds milliseconds to seconds with two significant digits. That is enough to recognise a run
 * that was far faster than others. It is too coarse for an observer who has measured a
 * participant's exact time to recognise the run.
 */
export function roundedSeconds(ms: number): number {
  // The number comes from the participant's browser, so it may have any value.
  const seconds = Math.min(mostSeconds, Math.max(1, Math.round(ms / 1000)));
  const step = 10 ** Math.max(0, Math.floor(Math.log10(seconds)) - 1);
  return Math.round(seconds / step) * step;
}

/** A finished run, with what is needed to compare its duration. */
export interface RunDuration {
  /** The index of its condition, since one condition may take less time than another. */
  readonly cell: number | null;
  /** How long the run took, in seconds; undefined where it is unknown. */
  readonly seconds: number | undefined;
}

/**
 * Makes a function that says whether a run took far less time than the finished runs of its session
 * and condition. `readFastRunLimits` applies this rule in the database (fast-runs.sql.ts).
 * @returns undefined where the duration is unknown, or there are too few runs to compare with
 */
export function createFastRunCheck(
  runs: readonly RunDuration[],
): (run: RunDuration) => boolean | undefined {
  const medians = new Map<number | null, number>();
  for (const cell of new Set(runs.map((run) => run.cell))) {
    const known = runs.flatMap((run) =>
      run.cell === cell && run.seconds !== undefined ? [run.seconds] : [],
    );
    if (known.length >= minRunsForComparison) medians.set(cell, medianOf(known));
  }
  return ({ cell, seconds }) => {
    const median = medians.get(cell);
    return seconds === undefined || median === undefined
      ? undefined
      : seconds < median * fastRunMedianShare;
  };
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  return ((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2;
}
