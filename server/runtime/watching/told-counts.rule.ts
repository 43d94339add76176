import type { RunsCounted } from '../../../contracts/runtime/live-runs';
import type { PrivacyLevel } from '../../../contracts/studies/studies';

/** Of the runs of a session: all that are open, and of those that the list shows what is special. */
export interface RunCounts {
  open: number;
  stalled: number;
  errors: number;
}

/**
 * What those who watch are told, at the level at which rosters read to them. That a participant works is told
 * at once, as the session's counts of people do. That a run stalls is told only where the roster names
 * each participant who has started: elsewhere no table has the moment of its last record.
 */
export const toldOf = (
  session_id: string,
  level: PrivacyLevel,
  { open, stalled, errors }: RunCounts,
): RunsCounted =>
  level === 'roster_on_start'
    ? { session_id, running: open - stalled, stalled, errors }
    : { session_id, running: open, stalled: null, errors };

export const isSame = (one: RunsCounted, other: RunsCounted): boolean =>
  one.running === other.running && one.stalled === other.stalled && one.errors === other.errors;
