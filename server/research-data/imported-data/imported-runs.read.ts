import type { BundleRun } from '../../../contracts/research-data/bundle';
import type { Snapshot } from '../../platform/db/snapshot';
import type { ImportedStudy } from './imported.entity';

/** Where the records of an imported run are: a range of bytes in a stored file. */
export interface ImportedRecordsRange {
  readonly sha256: string;
  readonly first_byte: number;
  readonly bytes: number;
}
export interface ImportedRunRow extends ImportedRecordsRange {
  readonly id: string;
  readonly run: BundleRun;
}
export type ImportedStudyData = Pick<
  ImportedStudy,
  'sources' | 'sessions' | 'consents' | 'withheld_values' | 'withheld_recordings'
>;

/** A file that an imported run created; its bytes are a file of the server's storage. */
export interface ImportedRecordingRow {
  readonly run_id: string;
  readonly sha256: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

/** The role that reads research data and nothing else (docs/architecture.md). */
const role = 'commonlab_export';

/** Reads the sources, sessions and consent texts of the data that a study got from a bundle. */
export async function importedStudyData(
  snapshot: Snapshot,
  studyId: string,
): Promise<ImportedStudyData | undefined> {
  const [found] = await snapshot.query<ImportedStudyData>(
    `SELECT i.sources, i.sessions, i.consents, i.withheld_values, i.withheld_recordings
     FROM research.imported_study i WHERE i.study_id = $1`,
    [studyId],
    role,
  );
  return found;
}

/**
 * Reads at most `most` runs, the first in the order of their ids. Ids are random, so this order
 * reveals nothing.
 */
export const sampleImportedRuns = (
  snapshot: Snapshot,
  studyId: string,
  most: number,
): Promise<ImportedRunRow[]> =>
  snapshot.query<ImportedRunRow>(
    `SELECT r.id, r.run, f.sha256, r.first_byte, r.bytes FROM (
       SELECT i.id, i.run, i.study_id, i.path, i.first_byte, i.bytes FROM research.imported_run i
       WHERE i.study_id = $1 ORDER BY i.id LIMIT $2::int) r
     JOIN research.imported_file f ON f.study_id = r.study_id AND f.path = r.path`,
    [studyId, most],
    role,
  );

/** Reads one page of runs at a time. */
export const importedRuns = (
  snapshot: Snapshot,
  studyId: string,
): AsyncGenerator<ImportedRunRow[]> =>
  snapshot.pages<ImportedRunRow>(
    `SELECT r.id, r.run, f.sha256, r.first_byte, r.bytes FROM research.imported_run r
     JOIN research.imported_file f ON f.study_id = r.study_id AND f.path = r.path
     WHERE r.study_id = $1`,
    [studyId],
    role,
  );

/** Reads the recordings of these runs. The recordings of each run are sorted by their hashes. */
export const importedRecordings = (
  snapshot: Snapshot,
  runIds: readonly string[],
): Promise<ImportedRecordingRow[]> =>
  snapshot.query<ImportedRecordingRow>(
    `SELECT r.run_id, r.sha256, r.name, r.type, r.bytes FROM research.imported_recording r
     WHERE r.run_id = ANY($1::uuid[]) ORDER BY r.run_id, r.sha256`,
    [runIds],
    role,
  );

/**
 * Counts the imported recordings (a recording of two runs counts twice) and the total bytes of
 * distinct recordings.
 */
export async function sizeOfImportedRecordings(
  snapshot: Snapshot,
  studyId: string,
): Promise<{ files: number; bytes: number }> {
  const [size] = await snapshot.query<{ files: number; bytes: number }>(
    `SELECT coalesce(sum(o.files), 0)::int AS files, coalesce(sum(o.bytes), 0)::float8 AS bytes FROM (
       SELECT r.sha256, max(r.bytes) AS bytes, count(*) AS files FROM research.imported_recording r
       JOIN research.imported_run i ON i.id = r.run_id
       WHERE i.study_id = $1 GROUP BY r.sha256) o`,
    [studyId],
    role,
  );
  return size ?? { files: 0, bytes: 0 };
}
