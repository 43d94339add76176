import { hours, later, minutes } from '../../platform/concurrency/clock';

const pauses = [
  5_000,
  30_000,
  minutes(2),
  minutes(10),
  minutes(30),
  hours(1),
  hours(2),
  hours(4),
] as const;

/** How long a message is tried, from its creation or the last request to send it again. */
export const triedForMs = hours(24);
/**
 * A webhook is disabled when a message is given up and no other was delivered for this long: shorter than the day of
 * that message, because the first attempt may have waited behind others.
 */
export const deadAfterMs = hours(22);

/**
 * When a message is tried again after it failed for the `tries`-th time; null for never. The last attempt is made
 * when its time ends, and not up to four hours before.
 * @param chance 0 to 1; moves the pause by a fifth, so that many failed messages are not retried at the same moment
 */
export function nextAttempt(tries: number, now: Date, tryUntil: Date, chance: number): Date | null {
  if (now >= tryUntil) return null;
  const pause = (pauses[tries - 1] ?? hours(4)) * (0.8 + chance * 0.4);
  const next = later(now, Math.round(pause));
  return next < tryUntil ? next : tryUntil;
}
