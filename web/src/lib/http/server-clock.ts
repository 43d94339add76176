/**
 * The difference between the server's clock and this page's monotonic clock, in milliseconds; null
 * before the first response. The browser's own clock may be wrong by hours, and may be changed
 * while the page is open.
 */
let ahead: number | null = null;

/**
 * Takes the server's time from the `Date` header of a response. When a response arrives, that time
 * is already past: by the response's travel time and by up to a second of rounding. Therefore the
 * response that shows the latest time counts.
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
