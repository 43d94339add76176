/**
 * Milliseconds between the server's clock and this page's monotonic one; null before the first answer. The
 * browser's own clock may be wrong by hours, and may be set while the page is open.
 */
let ahead: number | null = null;

/**
 * Corrects the clock by the `Date` of a response. That time is already past by the response's way and by up to a second of rounding, so
 * the response that shows the clock furthest ahead counts.
 */
export function setServerTime(date: string | null, monotonic = performance.now()): void {
  const at = date === null ? NaN : Date.parse(date);
  if (Number.isNaN(at)) return;
  ahead = Math.max(ahead ?? -Infinity, at - monotonic);
}

/**
 * The present time by the server's clock, in milliseconds since 1970, to compare with every time that the server wrote. Before the server
 * has answered, it is the time by the browser's clock.
 */
export const serverNow = (): number => (ahead === null ? Date.now() : performance.now() + ahead);

/** Forgets the server's clock, for tests. */
export const forgetServer = (): void => void (ahead = null);
