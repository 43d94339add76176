import type { Snapshot } from '../../platform/db/snapshot';
import { mayBeExportedSql, type SampledSession } from './runs-of-study.read';

/**
 * How many files the runs have (a file of two runs counts twice), and the total bytes of the
 * different files.
 */
export interface SizeOfFiles {
  readonly files: number;
  readonly bytes: number;
}

/** Counts the files that runs of these sessions created and that an export may contain now. */
export async function sizeOfFiles(
  snapshot: Snapshot,
  sessions: readonly SampledSession[],
  { sees_names, today, unfinished }: { sees_names: boolean; today: string; unfinished: boolean },
): Promise<SizeOfFiles> {
  const [size] = await snapshot.query<SizeOfFiles>(
    `SELECT coalesce(sum(o.files), 0)::int AS files, coalesce(sum(o.bytes), 0)::float8 AS bytes FROM (
       SELECT f.sha256, max(f.bytes) AS bytes, count(*) AS files
       FROM unnest($1::uuid[], $2::text[]) AS s (id, level)
       JOIN research.run r ON r.session_id = s.id AND r.file_bytes > 0 AND ${mayBeExportedSql}
         AND ($5::boolean OR r.state = 'finished')
       JOIN research.run_file f ON f.run_id = r.id AND f.state = 'whole'
       GROUP BY f.sha256) o`,
    [
      sessions.map(({ id }) => id),
      sessions.map(({ privacy_level }) => privacy_level),
      today,
      sees_names,
      unfinished,
    ],
    'commonlab_export',
  );
  return size ?? { files: 0, bytes: 0 };
}
