import { prepared } from '../../platform/db/prepared';
import { missingFileLimits } from './missing-file-counts.rule';

/**
 * Stores which missing files runs requested, in the table of the errors of the study's code.
 * Parameters: $1 hashes of the keys of runs, $2 hashes of paths (both in hexadecimal digits), $3
 * paths, $4 how often, $5 today.
 * - If a batch of records has locked the row of a run, the run is left out, so that no request
 *   waits. The statement returns the `key_hash` of the run, and the caller tries again later.
 * - The number of paths of a run is read from its locked row. So the limit is kept even if two
 *   servers add paths.
 * - If another server inserts the path at the same time, ON CONFLICT adds this statement's count to
 *   that row.
 * - A run that ended on an earlier day is left out. Researchers may already see its errors
 *   (listed.sql.ts), so a new error would reveal when the page of the run is open.
 */
export const storeMissingFiles = prepared<{ key_hash: string }>(
  'store-missing-files',
  `WITH asked AS MATERIALIZED (
     SELECT decode(a.key_hash, 'hex') AS key_hash, decode(a.hash, 'hex') AS hash, a.path, a.times
     FROM unnest($1::text[], $2::text[], $3::text[], $4::int[]) AS a (key_hash, hash, path, times)
   ), meant AS MATERIALIZED (
     SELECT r.id, r.serving_key_hash AS key_hash FROM research.run r
     WHERE r.serving_key_hash = ANY (SELECT key_hash FROM asked)
       AND (r.state = 'open' OR r.last_day >= $5::date)
   ), locked AS MATERIALIZED (
     SELECT r.id, r.serving_key_hash AS key_hash, r.missing_files FROM research.run r
     WHERE r.id = ANY (SELECT id FROM meant) FOR NO KEY UPDATE SKIP LOCKED
   ), again AS (
     UPDATE research.run_error e SET times = least(e.times + a.times, ${missingFileLimits.times})
     FROM asked a JOIN locked l ON l.key_hash = a.key_hash
     WHERE e.run_id = l.id AND e.hash = a.hash AND e.times < ${missingFileLimits.times}
   ), new AS (
     SELECT l.id AS run_id, a.hash, a.path, a.times,
       l.missing_files + row_number() OVER (PARTITION BY l.id ORDER BY a.hash) AS place
     FROM asked a JOIN locked l ON l.key_hash = a.key_hash
     WHERE NOT EXISTS (SELECT FROM research.run_error e WHERE e.run_id = l.id AND e.hash = a.hash)
   ), added AS (
     INSERT INTO research.run_error AS e (run_id, hash, kind, message, file, times, day)
     SELECT n.run_id, n.hash, 'missing_file', '', n.path, n.times, $5::date FROM new n
     WHERE n.place <= ${missingFileLimits.paths}
     ON CONFLICT (run_id, hash) DO UPDATE SET times = least(e.times + excluded.times, ${missingFileLimits.times})
     RETURNING e.run_id, e.xmax = '0'::xid AS is_new
   ), counted AS (
     UPDATE research.run r SET missing_files = r.missing_files + c.paths
     FROM (SELECT run_id, count(*)::int AS paths FROM added WHERE is_new GROUP BY run_id) c
     WHERE r.id = c.run_id
   )
   SELECT encode(m.key_hash, 'hex') AS key_hash FROM meant m
   WHERE m.id NOT IN (SELECT id FROM locked)`,
);
