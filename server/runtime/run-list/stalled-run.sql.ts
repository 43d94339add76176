/**
 * SQL condition: whether an open run is stalled (contracts/runtime/stalled-run.rule.ts). It needs
 * the parameters of `visibilityParams` (listed.sql.ts).
 * - In sessions whose roster shows names from the start on, the time of the last contact decides.
 * - In all other sessions, no time is stored: an open run counts as stalled once the day of its last
 *   record is over.
 * @param r an alias of research.run
 */
export const isStalledRunSql = (r: string): string =>
  `(${r}.state = 'open' AND CASE WHEN $2::text = 'roster_on_start' AND ${r}.last_contact IS NOT NULL
     THEN ${r}.last_contact <= $4::timestamptz ELSE ${r}.last_day < $3::date END)`;
