import type { ExportOmissions } from '../../../contracts/research-data/research-data';
import {
  sessionsOfStudy,
  startedParticipantsAmong,
  startedParticipantsOfStudy,
  type ExportedStudySession,
  type StartedParticipant,
} from '../../enrolment/participations/started-participants.read';
import { showsName } from '../../enrolment/rosters/roster.rule';
import type { Snapshot } from '../../platform/db/snapshot';
import type { WithheldPaths } from '../../runtime/rare-values/withheld-places';
import {
  readWithheldPaths,
  type WithheldPathsOfStudy,
} from '../../runtime/rare-values/withheld-places.read';
import {
  runsOfSessions,
  sampleRunsOf,
  type StudyRun,
} from '../../runtime/study-data/runs-of-study.read';
import {
  anonymityBySession,
  type AnonymityBySession,
} from '../imported-data/anonymous-sessions.rule';
import {
  importedRuns,
  importedStudyData,
  sampleImportedRuns,
  type ImportedRunRow,
  type ImportedStudyData,
  type ImportedRecordsRange,
} from '../imported-data/imported-runs.read';
import { shuffle } from './shuffled';
import {
  ParticipationStatuses,
  type TagLookup,
  type ParticipationStatus,
} from './participation-status';

export interface SelectedRun extends Pick<
  StudyRun,
  'id' | 'session_id' | 'attempt' | 'state' | 'condition' | 'bytes' | 'day' | 'last_day'
> {
  readonly participant: string;
  readonly isAnonymous: boolean;
  /**
   * The paths at which the run's rare values are withheld; absent for an imported run, or a run of
   * a rehearsal.
   */
  readonly places?: WithheldPaths;
  /** Device and browser; null for an imported run if its bundle does not state them. */
  readonly environment: StudyRun['environment'] | null;
  /** The status of the run's participation; absent for an imported run, or a run of a rehearsal. */
  readonly participation?: ParticipationStatus;
  /** Set for an imported run; null for a run of this installation. */
  readonly imported: ImportedRecordsRange | null;
  /** Whether the run belongs to a rehearsal's simulated participant. */
  readonly isSimulated?: true;
}
export interface RunSelection {
  /** The sessions of this installation; those of a bundle are in `imported`. */
  readonly sessions: readonly ExportedStudySession[];
  readonly imported: ImportedStudyData | undefined;
  /** The runs in random order. */
  readonly runs: readonly SelectedRun[];
  readonly left_out: ExportOmissions;
}
export interface SelectionOptions {
  readonly unfinished: boolean;
  readonly sees_names: boolean;
  readonly without_rejected?: boolean;
  /**
   * Finds the tags of participants in the researcher's list, for formats that contain tags
   * (docs/decisions/exports-and-data-copies.md).
   */
  readonly tagOf?: TagLookup;
}

/**
 * Selects the runs of an export: only finished runs, or all runs. A run is selected if its last day
 * is over, or if the reader may see the participant's name. Otherwise the time of the export could
 * reveal whose run it is. The researcher's list of runs follows the same rule
 * (server/runtime/run/run-visibility.ts).
 */
export async function chooseRuns(
  snapshot: Snapshot,
  studyId: string,
  choice: SelectionOptions,
  today: string,
): Promise<RunSelection> {
  const sessions = new Map((await sessionsOfStudy(snapshot, studyId)).map((one) => [one.id, one]));
  const left_out: ExportOmissions = { unfinished: 0, day_not_over: 0, withdrawn: 0, damaged: 0 };
  const takers = new Map<string, StartedParticipant>();
  for await (const page of startedParticipantsOfStudy(snapshot, studyId))
    for (const taker of page) {
      const session = sessions.get(taker.session_id);
      if (!taker.withdrawn) takers.set(taker.id, taker);
      else if (session?.version_id && isTold(session, taker.withdrawn_on, choice, today))
        left_out.withdrawn += 1;
    }
  const places = await readWithheldPaths(snapshot, studyId, today);
  const participations = await ParticipationStatuses.of(snapshot, studyId, choice, today);
  const found: { run: StudyRun; taker: StartedParticipant; session: ExportedStudySession }[] = [];
  for await (const page of runsOfSessions(snapshot, [...sessions.keys()]))
    for (const run of page) {
      const taker = takers.get(run.participation_id);
      const session = sessions.get(run.session_id);
      if (!taker || !session) continue;
      const level = session.privacy_level;
      participations.pace(run);
      const isOver = run.state !== 'open' && run.last_day < today;
      const isSeen = isOver || (choice.sees_names && showsName(level, taker.state, true));
      // Count a run whose day is not over as `day_not_over`, whatever its state: the counts must
      // not reveal whether a run has finished today.
      if (!isSeen && isHidden(session, choice)) left_out.day_not_over += 1;
      else if (run.state !== 'finished' && !choice.unfinished) left_out.unfinished += 1;
      else if (!isSeen) left_out.day_not_over += 1;
      else if (choice.without_rejected && participations.isRejected(run))
        left_out.rejected = (left_out.rejected ?? 0) + 1;
      else found.push({ run, taker, session });
    }
  const runs = found.map(({ run, taker, session }) =>
    asOwn(run, taker, session, places, participations.told(run, taker, session)),
  );
  const imported = await importedStudyData(snapshot, studyId);
  if (imported) {
    const isAnonymous = anonymityBySession(imported.sessions);
    for await (const page of importedRuns(snapshot, studyId))
      for (const found of page)
        if (found.run.state === 'finished' || choice.unfinished)
          runs.push(asChosen(found, isAnonymous));
        else left_out.unfinished += 1;
  }
  return { sessions: [...sessions.values()], imported, runs: shuffle(runs), left_out };
}

/** Whether the reader may learn of an event in this session only after its day is over. */
const isHidden = (
  { privacy_level }: ExportedStudySession,
  { sees_names }: SelectionOptions,
): boolean => privacy_level === 'anonymous' || !sees_names;

/**
 * Whether the participant's withdrawal may be counted. A withdrawal removes the data immediately,
 * but the number of withdrawals that is shown includes it only once its day is over.
 */
const isTold = (
  session: ExportedStudySession,
  withdrawnOn: string | null,
  choice: SelectionOptions,
  today: string,
): boolean => !isHidden(session, choice) || (withdrawnOn !== null && withdrawnOn < today);

const asOwn = (
  { id, session_id, attempt, state, environment, bytes, day, last_day, ...run }: StudyRun,
  { participant }: Pick<StartedParticipant, 'participant'>,
  { blinded, privacy_level }: ExportedStudySession,
  { anonymous, named }: WithheldPathsOfStudy,
  participation?: ParticipationStatus,
): SelectedRun => ({
  ...{ id, session_id, attempt, state, environment, bytes, day, last_day },
  ...(participation && { participation }),
  condition: blinded ? null : run.condition,
  participant,
  isAnonymous: privacy_level === 'anonymous',
  places: privacy_level === 'anonymous' ? anonymous : named,
  imported: null,
});

/**
 * Chooses a sample of runs for a reader, without reading all runs. If the reader requested an
 * export with unfinished runs now, it would contain each run of the sample. `most` limits the
 * number of runs of this installation, and separately the number of imported runs.
 */
export async function sampleRuns(
  snapshot: Snapshot,
  studyId: string,
  { sees_names, today, most }: { sees_names: boolean; today: string; most: number },
): Promise<SelectedRun[]> {
  const sessions = new Map((await sessionsOfStudy(snapshot, studyId)).map((one) => [one.id, one]));
  const found = await sampleRunsOf(snapshot, [...sessions.values()], { sees_names, today, most });
  const ids = [...new Set(found.map(({ participation_id }) => participation_id))];
  const takers = new Map(
    (await startedParticipantsAmong(snapshot, ids)).map((one) => [one.id, one]),
  );
  const places = await readWithheldPaths(snapshot, studyId, today);
  const own = found.flatMap((run) => {
    const [taker, session] = [takers.get(run.participation_id), sessions.get(run.session_id)];
    return taker && session && !taker.withdrawn ? [asOwn(run, taker, session, places)] : [];
  });
  const imported = await importedStudyData(snapshot, studyId);
  if (!imported) return own;
  const isAnonymous = anonymityBySession(imported.sessions);
  const brought = await sampleImportedRuns(snapshot, studyId, most);
  return [...own, ...brought.map((one) => asChosen(one, isAnonymous))];
}

/** Replaces the day of an imported anonymous run, because bundles do not contain this day. */
const noDay = '';
function asChosen(
  { id, run, ...imported }: ImportedRunRow,
  isAnonymous: AnonymityBySession,
): SelectedRun {
  const { participant, session: session_id, attempt, state, condition, environment, day } = run;
  const { bytes } = imported;
  return {
    id,
    session_id,
    attempt,
    state,
    condition,
    environment,
    bytes,
    day: day ?? noDay,
    last_day: day ?? noDay,
    participant,
    isAnonymous: isAnonymous.get(session_id) === true,
    imported,
  };
}
