/**
 * How many minutes an open run may send nothing before it counts as stalled. Where the roster does
 * not name those who started, exact times are hidden: there, a run counts as stalled once the day
 * of its last record is over. The database decides it (server/runtime/run-list/stalled-run.sql.ts).
 */
export const stalledMinutes = 5;
