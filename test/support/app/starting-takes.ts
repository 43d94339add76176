/** Milliseconds: the limit of a test that starts an application or a program of its own. */
export const startingTakes = 60_000;
