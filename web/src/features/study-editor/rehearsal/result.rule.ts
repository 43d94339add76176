import type { Rehearsal, RehearsalSummary } from '../../../../../contracts/runtime/rehearsals';

/** The choices for the number of records that a complete run has. */
export type ExpectedRecords = readonly {
  readonly records: number;
  readonly which: 'all' | 'median' | 'least';
}[];

/**
 * Returns the choices for the number of records that a complete run must have. Runs with fewer
 * records are marked as short. If all runs had equally many records, there is only one choice.
 * Otherwise there are two. If the researcher chooses the median, about half of the complete runs
 * are short. If the researcher chooses the smallest number, none is.
 */
export function expectedRecordsOf(records: RehearsalSummary['expected']): ExpectedRecords {
  if (!records) return [];
  const { least, median, most } = records;
  if (least === most) return [{ records: median, which: 'all' }];
  return [
    { records: median, which: 'median' },
    { records: least, which: 'least' },
  ];
}

type Run = Rehearsal['runs'][number];
type Unfinished = Run & { readonly outcome: Exclude<Run['outcome'], 'completed' | null> };

/** Returns the runs that ended before the end of the study. */
export const unfinishedRunsOf = ({ runs }: Pick<Rehearsal, 'runs'>) =>
  runs.filter((run): run is Unfinished => run.outcome !== 'completed' && run.outcome !== null);

/** Splits a duration into minutes and seconds; below ten seconds, with one decimal. */
export function minutesAndSecondsOf(ms: number): { minutes: number; seconds: number } {
  if (ms < 9_950) return { minutes: 0, seconds: Math.round(ms / 100) / 10 };
  const seconds = Math.round(ms / 1000);
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
}
