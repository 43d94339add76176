/** Bytes a second of a slow line: 1.6 Mbit/s, the "slow 4G" of browsers' developer tools. */
export const slowLine = 200_000;

/** For how many seconds so many bytes are on their way on a slow line; whole seconds up to a minute, then whole minutes. */
export function secondsOnSlowLine(bytes: number): number {
  const seconds = Math.ceil(bytes / slowLine);
  return seconds <= 60 ? seconds : Math.round(seconds / 60) * 60;
}
