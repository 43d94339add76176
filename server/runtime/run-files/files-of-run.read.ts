import type { Snapshot } from '../../platform/db/snapshot';
import type { GroupRole } from '../../platform/db/database';
import { runFileColumns, type FileOfRun, type RunFileKey } from './run-files.read';

/**
 * Reads the files of runs. Those of each run are in the order of their hashes, which reveals
 * nothing.
 */
export const filesOfRuns = (
  snapshot: Snapshot,
  runIds: readonly string[],
  role: GroupRole = 'commonlab_export',
): Promise<FileOfRun[]> =>
  snapshot.query<FileOfRun>(
    `SELECT ${runFileColumns} FROM research.run_file f WHERE f.run_id = ANY($1::uuid[])
     ORDER BY f.run_id, f.sha256`,
    [runIds],
    role,
  );

/** Yields the bytes of a file in their order; one piece at a time is in memory. */
export async function* readPiecesOfFile(
  snapshot: Snapshot,
  { run_id, sha256 }: RunFileKey,
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
