import type { EntityManager } from 'typeorm';
import { fastRunMedianShare, minRunsForComparison } from '../../../contracts/runtime/runs';

/** JSON: the number of seconds below which a run counts as fast, for each condition. */
export type FastRunLimits = string;
const none: FastRunLimits = '[]';

/**
 * Reads the limits below which runs of a session count as fast. It reads all finished runs, so call
 * it only once for each request. `createFastRunCheck` applies the same rule
 * (../timing/pace.rule.ts).
 * @param isTold whether fast runs may be shown; if false, there are no limits, and no run counts as
 * fast. Callers pass false if an observer on site can see how long a participant took. They also
 * pass false if conditions are still hidden, since a run is compared only with runs of its
 * condition.
 */
export async function readFastRunLimits(
  manager: EntityManager,
  sessionId: string,
  isTold: boolean,
): Promise<FastRunLimits> {
  if (!isTold) return none;
  const limits: { cell: number | null; below: number }[] = await manager.query(
    `SELECT r.cell, percentile_cont(0.5) WITHIN GROUP (ORDER BY (l.timing->>'seconds')::int) * $2::float8 AS below
     FROM research.run r JOIN research.run_log l ON l.run_id = r.id
     WHERE r.session_id = $1 AND r.state = 'finished' AND l.timing->>'seconds' IS NOT NULL
     GROUP BY r.cell HAVING count(*) >= $3::int`,
    [sessionId, fastRunMedianShare, minRunsForComparison],
  );
  return JSON.stringify(limits);
}

/**
 * SQL condition: whether a run took far less time than other runs of the same condition.
 * @param r an alias of research.run
 * @param below an operand of type `FastRunLimits`
 */
export const isFastRunSql = (
  r: string,
  below: string,
): string => `(${r}.state = 'finished' AND EXISTS (
    SELECT FROM jsonb_to_recordset(${below}::jsonb) AS u (cell int, below float8)
    JOIN research.run_log l ON l.run_id = ${r}.id
    WHERE u.cell IS NOT DISTINCT FROM ${r}.cell AND (l.timing->>'seconds')::int < u.below))`;
