/** The time limit of a test that starts its own application or program, in milliseconds. */
export const startTimeoutMs = 60_000;
