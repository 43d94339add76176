import type { EntityManager } from 'typeorm';
import { fastBelow, fewestCompared } from '../../../contracts/runtime/runs';

/** By condition, in JSON: the seconds below which a run of it is fast. */
export type FastBelow = string;
const none: FastBelow = '[]';

/**
 * Asked once a request: it reads all finished runs of a session. The rule is that of `isFastAmong`
 * (../timing/pace.rule.ts).
 * @param isTold false where how long a participant took is seen by an observer at the door, or where
 * the condition that a run is compared within is not told yet
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

/** Whether a run took far less time than the others. @param below an operand of `FastBelow` */
export const isFast = (r: string, below: string): string => `(${r}.state = 'finished' AND EXISTS (
    SELECT FROM jsonb_to_recordset(${below}::jsonb) AS u (cell int, below float8)
    JOIN research.run_log l ON l.run_id = ${r}.id
    WHERE u.cell IS NOT DISTINCT FROM ${r}.cell AND (l.timing->>'seconds')::int < u.below))`;
