/**
 * Returns the value of the header `Retry-After` (RFC 9110, 10.2.3), in whole seconds: `seconds` or
 * more. It adds a random number of seconds, so that clients that were refused at the same moment do
 * not all try again at the same moment.
 * @param seconds until another try makes sense; fractions are rounded up
 */
export function retryAfterSeconds(seconds: number, random: () => number = Math.random): number {
  const least = Math.max(1, Math.ceil(seconds));
  const spread = Math.min(30, Math.max(3, Math.ceil(least / 10)));
  return least + Math.floor(random() * (spread + 1));
}
