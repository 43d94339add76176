/** The time limit, in milliseconds, of a test that starts its own application or program. */
export const startingTakes = 60_000;
