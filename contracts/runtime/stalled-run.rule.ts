/**
 * A run is stalled if it is open and no contact came from it for so long. Where the roster does not
 * name those who started, no moment is known: there it is stalled once the day of its last record is
 * over. The database decides it (server/runtime/run-list/stalled-run.sql.ts).
 */
export const stalledMinutes = 5;
