/**
 * The server's clock minus this page's monotonic clock, in milliseconds; null before the first
 * response. The browser's own clock is not used: it may be wrong by hours, and may be changed while
 * the page is open.
 */
let ahead: number | null = null;

/**
 * Sets the clock by the `Date` header of a response. This time is always behind the server's clock:
 * by the travel time of the response, and by up to a second of rounding. So a response can only set
 * the clock forward; a response with a longer delay changes nothing.
 */
export function setServerTime(date: string | null, monotonic = performance.now()): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  ahead = Math.max(ahead ?? -Infinity, at - monotonic);
}

/**
 * Returns the present time by the server's clock, in milliseconds since 1970. Code that compares
 * the present with a time from the server must use this function. Before the first response, the
 * function returns the time by the browser's clock.
 */
export const serverNow = (): number => (ahead === null ? Date.now() : performance.now() + ahead);

/** Forgets the server's clock, for tests. */
export const forgetServerTime = (): void => void (ahead = null);
