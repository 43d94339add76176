import {
  fastRunMedianShare,
  minRunsForComparison,
  type RunListEntry,
} from '../../../../../contracts/runtime/runs';
import type { RosterEntry } from '../../../../../contracts/enrolment/rosters';

/** A reason to look at a participant's data before deciding; a flag itself decides nothing. */
export type ParticipantFlag =
  | { kind: 'errors' | 'missing_files' | 'lost' | 'focus_lost'; count: number }
  | { kind: 'none' | 'few' | 'fast' | 'stalled' | 'no_data' };

/** What the page knows about the session, besides its participants. */
export interface FlagContext {
  /** Whether the study runs on this platform, so that each person who completed it has a run. */
  runsHere: boolean;
  /**
   * Whether all pages of runs are loaded. Only then is it certain that a participant without a
   * listed run has no run.
   */
  isWhole: boolean;
  /** The session's median minutes, and the number of people from whom it was computed. */
  minutes: { median: number; people: number } | null;
}

const hasCompleted = ({ state }: RosterEntry) => state === 'completed' || state === 'approved';

/**
 * Lists the flags of a participant: errors, missing data, speed and lost focus, which a researcher
 * should look at before a decision.
 */
export function participantFlagsOf(
  entry: RosterEntry,
  run: RunListEntry | undefined,
  session: FlagContext,
): ParticipantFlag[] {
  const { minutes } = entry;
  const compared = (session.minutes?.people ?? 0) >= minRunsForComparison ? session.minutes : null;
  // For a study at another website, only the minutes show how fast a participant was.
  const isFast = run
    ? run.fast === true
    : compared !== null && minutes !== null && minutes < compared.median * fastRunMedianShare;
  const counted = (
    kind: (ParticipantFlag & { count: number })['kind'],
    count: number,
  ): ParticipantFlag[] => (count > 0 ? [{ kind, count }] : []);
  const met = (
    kind: Exclude<ParticipantFlag, { count: number }>['kind'],
    isMet: boolean,
  ): ParticipantFlag[] => (isMet ? [{ kind }] : []);
  return [
    ...counted('errors', run?.errors ?? 0),
    ...counted('missing_files', run?.missing_files ?? 0),
    ...counted('lost', run?.lost ?? 0),
    // A missing run counts only if the roster contains minutes. If a session hides names, its
    // roster contains no minutes, and its list of runs lacks the runs of today. A participant
    // without a listed run may then have a run.
    ...met(
      'no_data',
      session.runsHere && session.isWhole && !run && hasCompleted(entry) && minutes !== null,
    ),
    ...met('none', run?.no_records === true),
    ...met('few', run?.few_records === true && !run.no_records),
    ...met('fast', isFast),
    ...met('stalled', run?.stalled === true),
    ...counted('focus_lost', run?.focus_lost ?? 0),
  ];
}
