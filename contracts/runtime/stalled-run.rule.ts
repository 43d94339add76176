/**
 * How many minutes an open run may send nothing before it counts as stalled, if the roster names
 * the participants who have started. In other sessions, exact times are hidden, so a run counts as
 * stalled only once the day of its last record is over. The database decides whether a run is
 * stalled (server/runtime/run-list/stalled-run.sql.ts).
 */
export const minutesUntilStalled = 5;
