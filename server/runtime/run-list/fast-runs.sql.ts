import type { EntityManager } from 'typeorm';
import { fastBelow, fewestCompared } from '../../../contracts/runtime/runs';

/** The seconds below which a run counts as fast, by condition, in JSON. */
export type FastBelow = string;
const none: FastBelow = '[]';

/**
 * Called once for each request, since it reads all finished runs of a session. The rule is that of `isFastAmong`
 * (../timing/pace.rule.ts).
 * @param isTold false where an observer on site can see how long a participant took, or where the condition within
 * which runs are compared is still hidden
 */
export async function fastBelowIn(
  manager: EntityManager,
  sessionId: string,
  isTold: boolean,
): Promise<FastBelow> {
  if (!isTold) return none;
  const limits: { cell: number | null; below: number }[] = await manager.query(
    `SELECT r.cell, percentile_cont(0.5) WITHIN GROUP (ORDER BY (l.timing->>'seconds')::int) * $2::float8 AS below
     FROM research.run r JOIN research.run_log l ON l.run_id = r.id
     WHERE r.session_id = $1 AND r.state = 'finished' AND l.timing->>'seconds' IS NOT NULL
     GROUP BY r.cell HAVING count(*) >= $3::int`,
    [sessionId, fastBelow, fewestCompared],
  );
  return JSON.stringify(limits);
}

/** Whether a run took far less time than the others. @param below an SQL expression of type `FastBelow` */
export const isFast = (r: string, below: string): string => `(${r}.state = 'finished' AND EXISTS (
    SELECT FROM jsonb_to_recordset(${below}::jsonb) AS u (cell int, below float8)
    JOIN research.run_log l ON l.run_id = ${r}.id
    WHERE u.cell IS NOT DISTINCT FROM ${r}.cell AND (l.timing->>'seconds')::int < u.below))`;
