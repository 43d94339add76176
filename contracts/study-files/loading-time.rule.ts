/** Bytes per second of a slow connection: 1.6 Mbit/s, the "slow 4G" of browsers' developer tools. */
export const slowBytesPerSecond = 200_000;

/**
 * Returns how many seconds a download of this size takes on a slow connection. Up to a minute, the
 * result is rounded up to whole seconds; a longer time is rounded to whole minutes.
 */
export function secondsOnSlowConnection(bytes: number): number {
  const seconds = Math.ceil(bytes / slowBytesPerSecond);
  return seconds <= 60 ? seconds : Math.round(seconds / 60) * 60;
}
