/**
 * How many minutes an open run may send nothing before it counts as stalled. Where the roster does
 * not name those who started, exact times are hidden, so a run counts as stalled only once the day
 * of its last record is over. The database decides it (server/runtime/run-list/stalled-run.sql.ts).
 */
export const minutesUntilStalled = 5;
