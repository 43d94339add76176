import type { Snapshot } from '../../platform/db/snapshot';
import type { GroupRole } from '../../platform/db/database';
import { fileColumns, type FileOfRun, type Place } from './run-files.read';

/** The files of a run in the order of their hashes, which tells nothing. */
export const filesOfRun = (
  snapshot: Snapshot,
  runId: string,
  role: GroupRole = 'commonlab_export',
): Promise<FileOfRun[]> =>
  snapshot.query<FileOfRun>(
    `SELECT ${fileColumns} FROM research.run_file f WHERE f.run_id = $1 ORDER BY f.sha256`,
    [runId],
    role,
  );

/** The files of several runs, each run's in the same order. */
export const filesOfRuns = (snapshot: Snapshot, runIds: readonly string[]): Promise<FileOfRun[]> =>
  snapshot.query<FileOfRun>(
    `SELECT ${fileColumns} FROM research.run_file f WHERE f.run_id = ANY($1::uuid[])
     ORDER BY f.run_id, f.sha256`,
    [runIds],
    'commonlab_export',
  );

/** The bytes of a file in their order, a piece in memory at a time. */
export async function* piecesOf(
  snapshot: Snapshot,
  { run_id, sha256 }: Place,
  role: GroupRole = 'commonlab_export',
): AsyncGenerator<Buffer> {
  for (let start = 0; ;) {
    const [next] = await snapshot.query<{ piece: Buffer }>(
      `SELECT piece FROM research.run_file_piece
       WHERE run_id = $1 AND sha256 = decode($2, 'hex') AND start = $3`,
      [run_id, sha256, start],
      role,
    );
    if (!next) return;
    yield next.piece;
    start += next.piece.length;
  }
}
