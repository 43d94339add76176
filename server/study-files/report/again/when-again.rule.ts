const minute = 60_000;
const hour = 60 * minute;

/**
 * How long after a look at which a file was stopped the next one begins: soon, if the machine was busy then;
 * later and later for a file that stops each time.
 */
const pauses = [5 * minute, 30 * minute, 3 * hour, 24 * hour, 7 * 24 * hour];

/** Looks at a version until one stops no file; its researchers begin another row of them. */
export const mostLooks = pauses.length + 1;

/** @param looks so far, the present one among them @returns null after the last one */
export function whenAgain(looks: number, now: Date): Date | null {
  const pause = pauses[looks - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
