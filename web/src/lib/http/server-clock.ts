/**
 * Milliseconds between the server's clock and this page's monotonic one; null before the first answer. The
 * browser's own clock may be wrong by hours, and may be set while the page is open.
 */
let ahead: number | null = null;

/**
 * Takes the server's time from the `Date` of a response. That time is already past by the response's way
 * and by up to a second of rounding, so the response that shows the clock furthest ahead counts.
 */
export function setServerTime(date: string | null, monotonic = performance.now()): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  ahead = Math.max(ahead ?? -Infinity, at - monotonic);
}

/**
 * This moment by the server's clock, in milliseconds since 1970: what every moment that the server wrote is
 * compared with. By the browser's clock before the server has answered anything.
 */
export const serverNow = (): number => (ahead === null ? Date.now() : performance.now() + ahead);

/** For tests. */
export const forgetServer = (): void => void (ahead = null);
