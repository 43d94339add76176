import type { HostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { RehearsalMode } from '../../../contracts/runtime/rehearsal-limits';
import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { Snapshot } from '../../platform/db/snapshot';
import type { StudyRun } from '../study-data/runs-of-study.read';
import { simulatedPseudonymOf } from './rehearsal.rule';

/** A rehearsal, with the properties that an export of its data needs. */
export interface RehearsalForExport {
  readonly id: string;
  readonly study_id: string;
  readonly mode: RehearsalMode;
  readonly runtime: HostedRuntime;
  /**
   * The privacy level of the study: an export withholds what it would withhold in a session of this
   * level.
   */
  readonly privacy_level: PrivacyLevel;
}
type RehearsedRun = Omit<StudyRun, 'focus_lost' | 'stored_through' | 'cell' | 'seconds'> & {
  readonly participant: string;
};

/*
 * The functions below must run under the database role of the application: the role
 * `commonlab_export` may not read rehearsals.
 */

export async function readRehearsalForExport(
  snapshot: Snapshot,
  rehearsalId: string,
): Promise<RehearsalForExport | undefined> {
  const [found] = await snapshot.query<RehearsalForExport>(
    `SELECT r.id, r.study_id, r.mode, r.runtime, st.privacy_level
     FROM research.rehearsal r JOIN research.study_profile st ON st.id = r.study_id
     WHERE r.id = $1`,
    [rehearsalId],
  );
  return found;
}

/** Finds the newest rehearsal of a study in which a simulated participant recorded anything. */
export async function readLatestRehearsal(
  snapshot: Snapshot,
  studyId: string,
): Promise<RehearsalForExport | undefined> {
  const [found] = await snapshot.query<{ id: string }>(
    `SELECT r.id FROM research.rehearsal r WHERE r.study_id = $1 AND EXISTS (
       SELECT FROM research.rehearsal_run n WHERE n.rehearsal_id = r.id AND n.bytes > 0)
     ORDER BY r.id DESC LIMIT 1`,
    [studyId],
  );
  return found && readRehearsalForExport(snapshot, found.id);
}

/** Returns the simulated participants of a rehearsal in the form of the runs of an export. */
export async function runsOfRehearsal(
  snapshot: Snapshot,
  rehearsalId: string,
): Promise<RehearsedRun[]> {
  const rows = await snapshot.query<Omit<RehearsedRun, 'participant'> & { number: number }>(
    `SELECT r.id, r.id AS participation_id, r.rehearsal_id AS session_id, 1 AS attempt, r.number,
       r.state, r.condition, r.environment, r.bytes, r.day::text AS day, r.last_day::text AS last_day
     FROM research.rehearsal_run r WHERE r.rehearsal_id = $1 ORDER BY r.number`,
    [rehearsalId],
  );
  return rows.map(({ number, ...run }) => ({ ...run, participant: simulatedPseudonymOf(number) }));
}
