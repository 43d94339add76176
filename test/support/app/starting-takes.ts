/** The time limit of a test that starts its own application or program, in milliseconds. */
export const startingTakes = 60_000;
