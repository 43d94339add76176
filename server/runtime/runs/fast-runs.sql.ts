import { fastBelow, fewestCompared } from '../../../contracts/runs';

/**
 * The finished runs of the session $1 that took far less time than the others, by what stands beside their
 * sealed records; none where the caller's level ($2) is `anonymous`: how long a participant took is seen
 * by an observer at the door. The rule is that of `isFastAmong` (../timing/pace.rule.ts).
 */
export const fastRunsSql = `
  WITH paced AS (
    SELECT r.id, r.cell, (l.timing->>'seconds')::int AS seconds
    FROM research.run r JOIN research.run_log l ON l.run_id = r.id
    WHERE r.session_id = $1 AND r.state = 'finished' AND l.timing->>'seconds' IS NOT NULL
      AND $2::text <> 'anonymous'),
  usual AS (
    SELECT cell, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS seconds
    FROM paced GROUP BY cell HAVING count(*) >= ${fewestCompared})
  SELECT p.id FROM paced p JOIN usual u ON u.cell IS NOT DISTINCT FROM p.cell
  WHERE p.seconds < u.seconds * ${fastBelow}`;
