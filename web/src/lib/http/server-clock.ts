/**
 * The server's clock minus this page's monotonic clock, in milliseconds; null before the first
 * response. The browser's own clock is not used: it may be wrong by hours, and may be changed while
 * the page is open.
 */
let ahead: number | null = null;

/**
 * Takes the server's time from the `Date` header of a response. Each such time lags behind the
 * server's clock: by the travel time of the response, and by up to a second of rounding. The
 * response with the smallest lag gives the latest time, so only the latest time is kept.
 */
export function setServerTime(date: string | null, monotonic = performance.now()): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  ahead = Math.max(ahead ?? -Infinity, at - monotonic);
}

/**
 * Returns the present time by the server's clock, in milliseconds since 1970. It must be used
 * wherever a time is compared with one that the server wrote. Before the first response, it is the
 * time by the browser's clock.
 */
export const serverNow = (): number => (ahead === null ? Date.now() : performance.now() + ahead);

/** Forgets the server's clock, for tests. */
export const forgetServerTime = (): void => void (ahead = null);
