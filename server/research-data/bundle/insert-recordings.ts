import { bundleFiles } from '../../../contracts/research-data/bundle';
import type { FileRecord } from '../../../contracts/runtime/run-files';
import type { Transaction } from '../../platform/db/unit-of-work';

/** How many rows one statement inserts. */
const atOnce = 500;

/**
 * Inserts the files that imported runs created. Each content gets one row. Each file of a run also
 * gets a row, with the name that the run's records gave to the file.
 */
export async function insertRecordings(
  tx: Transaction,
  studyId: string,
  recordings: readonly (FileRecord & { readonly run_id: string })[],
): Promise<void> {
  const contents = [...new Map(recordings.map((one) => [one.sha256, one])).values()].map(
    ({ sha256, bytes }) => ({ path: bundleFiles.recording(sha256), sha256, bytes }),
  );
  for (let at = 0; at < contents.length; at += atOnce)
    await tx.query(
      `INSERT INTO research.imported_file (study_id, path, sha256, bytes)
       SELECT $1, f.path, f.sha256, f.bytes
       FROM jsonb_to_recordset($2::jsonb) AS f (path text, sha256 text, bytes bigint)`,
      [studyId, JSON.stringify(contents.slice(at, at + atOnce))],
    );
  for (let at = 0; at < recordings.length; at += atOnce)
    await tx.query(
      `INSERT INTO research.imported_recording (run_id, sha256, name, type, bytes)
       SELECT f.run_id, f.sha256, f.name, f.type, f.bytes FROM jsonb_to_recordset($1::jsonb) AS f
         (run_id uuid, sha256 text, name text, type text, bytes int)`,
      [JSON.stringify(recordings.slice(at, at + atOnce))],
    );
}
