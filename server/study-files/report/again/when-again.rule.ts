import { hours, minutes } from '../../../platform/concurrency/clock';

/**
 * How long after a look at which a file was stopped the next one begins: soon, if the machine was busy then;
 * later and later for a file that stops each time.
 */
const pauses = [minutes(5), minutes(30), hours(3), hours(24), hours(7 * 24)];

/** Looks at a version until one stops no file; its researchers begin another row of them. */
export const mostLooks = pauses.length + 1;

/** @param looks so far, the present one among them @returns null after the last one */
export function whenAgain(looks: number, now: Date): Date | null {
  const pause = pauses[looks - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
