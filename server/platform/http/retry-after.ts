/**
 * The value of `Retry-After` (RFC 9110, 10.2.3): whole seconds, not less than what was asked for,
 * and later for some than for others, so that a crowd that was refused at the same moment does not
 * come back at the same moment.
 * @param seconds until another try makes sense; any fraction counts as a whole one
 */
export function retryAfter(seconds: number, random: () => number = Math.random): number {
  const least = Math.max(1, Math.ceil(seconds));
  const spread = Math.min(30, Math.max(3, Math.ceil(least / 10)));
  return least + Math.floor(random() * (spread + 1));
}
