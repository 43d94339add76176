import type { SessionRunCounts } from '../../../contracts/runtime/live-runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';

/**
 * How many runs of a session are open, are stalled, or had errors. Stalled runs and runs with
 * errors are counted only if the list of runs shows them.
 */
export interface RunCounts {
  open: number;
  stalled: number;
  errors: number;
}

/**
 * Returns the counts that a watching researcher sees at a privacy level. The number of running
 * participants is shown without delay, like the session's counts of people. Stalled runs are counted
 * only if the roster names each participant who has started: in all other sessions, no table has the
 * time of the last record.
 */
export const displayedCounts = (
  session_id: string,
  level: PrivacyLevel,
  { open, stalled, errors }: RunCounts,
): SessionRunCounts =>
  level === 'roster_on_start'
    ? { session_id, running: open - stalled, stalled, errors }
    : { session_id, running: open, stalled: null, errors };

export const hasSameCounts = (one: SessionRunCounts, other: SessionRunCounts): boolean =>
  one.running === other.running && one.stalled === other.stalled && one.errors === other.errors;
