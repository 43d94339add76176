import type { ParticipationState } from '../../../contracts/enrolment/participations';
import {
  rosterStates,
  type RosterStatesReader,
  type ExportedStudySession,
  type StartedParticipant,
} from '../../enrolment/participations/started-participants.read';
import type { Snapshot } from '../../platform/db/snapshot';
import type { StudyRun } from '../../runtime/study-data/runs-of-study.read';
import { createFastRunCheck, type RunDuration } from '../../runtime/timing/pace.rule';

/** What the researcher's list of participants shows about the participation of a run. */
export interface ParticipationStatus {
  /** The state of the participation; undefined if the list must not show it yet. */
  readonly state: ParticipationState | undefined;
  /** The tag; only for sessions with names. */
  readonly tag: string | undefined;
  /**
   * Whether the run took far less time than the other runs; undefined if the researcher's list of
   * participants must not show that, or if there are too few runs to compare with.
   */
  readonly fast: boolean | undefined;
  readonly left_window: number;
  /**
   * Whether the run has fewer records than expected; undefined where the study does not state how many a complete run
   * has.
   */
  readonly few_records: boolean | undefined;
}
/**
 * Finds the tag of a participant in the researcher's list of a session's participants.
 * @param participant the pseudonym, in hexadecimal digits
 */
export type TagLookup = (sessionId: string, participant: string) => string;

interface To extends Pick<RosterStatesReader, 'sees_names'> {
  readonly tagOf?: TagLookup;
}

/** Reads the decisions and flags about a study's runs (docs/decisions/exports-and-data-copies.md). */
export class ParticipationStatuses {
  private readonly paced = new Map<string, RunDuration[]>();
  private readonly judges = new Map<string, ReturnType<typeof createFastRunCheck>>();

  private constructor(
    private readonly states: ReadonlyMap<string, ParticipationState>,
    private readonly to: To,
  ) {}

  static async of(
    snapshot: Snapshot,
    studyId: string,
    to: To,
    today: string,
  ): Promise<ParticipationStatuses> {
    const states = new Map<string, ParticipationState>();
    const { sees_names } = to;
    for await (const page of rosterStates(snapshot, studyId, { sees_names, today }))
      for (const { id, state } of page) states.set(id, state);
    return new ParticipationStatuses(states, to);
  }

  /**
   * Notes the duration of a run. The caller must note all runs of the study before it reads the
   * status of any run, since the duration of a finished run is compared with the other durations.
   */
  pace(run: Pick<StudyRun, 'session_id' | 'state' | 'cell' | 'seconds'>): void {
    if (run.state !== 'finished') return;
    const ofSession = this.paced.get(run.session_id);
    if (ofSession) ofSession.push(pacedOf(run));
    else this.paced.set(run.session_id, [pacedOf(run)]);
  }

  isRejected({ participation_id }: Pick<StudyRun, 'participation_id'>): boolean {
    return this.states.get(participation_id) === 'rejected';
  }

  told(
    run: Pick<
      StudyRun,
      | 'participation_id'
      | 'session_id'
      | 'state'
      | 'cell'
      | 'seconds'
      | 'focus_lost'
      | 'stored_through'
    >,
    { participant }: Pick<StartedParticipant, 'participant'>,
    { privacy_level, blinded, expected_records }: ExportedStudySession,
  ): ParticipationStatus {
    // If the reader sees no names, `fast` is left out, as in the researcher's list of runs: an
    // observer in the room sees which participant was fast, and could recognise the run.
    const isNamed = privacy_level !== 'anonymous' && this.to.sees_names;
    const isFinished = run.state === 'finished';
    return {
      state: this.states.get(run.participation_id),
      tag: isNamed ? this.to.tagOf?.(run.session_id, participant) : undefined,
      fast:
        isNamed && !blinded && isFinished ? this.judge(run.session_id)(pacedOf(run)) : undefined,
      left_window: run.focus_lost,
      few_records:
        expected_records > 0 && isFinished ? run.stored_through < expected_records : undefined,
    };
  }

  private judge(sessionId: string): ReturnType<typeof createFastRunCheck> {
    const judge = this.judges.get(sessionId) ?? createFastRunCheck(this.paced.get(sessionId) ?? []);
    this.judges.set(sessionId, judge);
    return judge;
  }
}

const pacedOf = ({ cell, seconds }: Pick<StudyRun, 'cell' | 'seconds'>): RunDuration => ({
  cell,
  seconds: seconds ?? undefined,
});
