/**
 * Whether an open run is stalled (contracts/runtime/stalled-run.rule.ts), in a statement with the parameters of
 * `visibilityParams` (listed.sql.ts): by the time of the last contact in sessions whose roster shows names from the
 * start on. Elsewhere no time is stored, and of open runs only those whose names show are listed: they are stalled
 * once the day of their last record is over.
 * @param r an alias of research.run
 */
export const isStalled = (r: string): string =>
  `(${r}.state = 'open' AND CASE WHEN $2::text = 'roster_on_start' AND ${r}.last_contact IS NOT NULL
     THEN ${r}.last_contact <= $4::timestamptz ELSE ${r}.last_day < $3::date END)`;
