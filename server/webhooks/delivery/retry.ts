import { hours, addMilliseconds, minutes } from '../../platform/concurrency/clock';

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

/**
 * How long the delivery of a message is retried, from its creation or from the last request to send
 * it again.
 */
export const retryPeriodMs = hours(24);
/**
 * The server disables a webhook when it gives up a message and has delivered no message to the
 * webhook for this long. The time is shorter than `retryPeriodMs`: the first attempt of the message
 * may have been late, because it waited behind other messages.
 */
export const disableAfterMs = hours(22);

/**
 * Returns when a message is tried again after it failed for the `tries`-th time; null for never. The
 * last attempt is made exactly at `tryUntil`, even if the usual pause would end later.
 * @param chance 0 to 1; changes the pause by up to a fifth, so that many failed messages are not
 *   retried at the same moment
 */
export function nextDeliveryAttemptAt(
  tries: number,
  now: Date,
  tryUntil: Date,
  chance: number,
): Date | null {
  if (now >= tryUntil) return null;
  const pause = (pauses[tries - 1] ?? hours(4)) * (0.8 + chance * 0.4);
  const next = addMilliseconds(now, Math.round(pause));
  return next < tryUntil ? next : tryUntil;
}
