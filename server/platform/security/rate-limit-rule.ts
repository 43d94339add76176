/**
 * Allows `free` attempts within a time window. After that, refuses attempts until the window ends
 * or, with `growing`, for a delay that doubles with each further attempt.
 */
export interface RateLimitRule {
  name: string;
  /** The error code of a refusal; `too_many_requests` by default. */
  code?: 'too_many_counts' | 'too_many_launches';
  free: number;
  /**
   * Set if requests are counted per network. Campus networks (`CAMPUS_NETWORKS`) then have a higher
   * limit, and the refusal says that it concerns the network.
   */
  perNetwork?: true;
  windowMs: number;
  growing?: { firstMs: number; longestMs: number };
  /**
   * Lengthens repeated blocks. The first block lasts until the window ends; a caller that reaches
   * the limit again within `memoryMs` is blocked twice as long each time.
   */
  again?: { firstMs: number; longestMs: number; memoryMs: number };
}

/**
 * Makes the rule of a second counter. This counter counts how often a caller reached the limit of
 * `rule`.
 */
export const repeatedLimitHitsRuleOf = (
  rule: RateLimitRule,
  { memoryMs }: NonNullable<RateLimitRule['again']>,
): RateLimitRule => ({
  name: `${rule.name}-times`,
  free: Number.MAX_SAFE_INTEGER,
  windowMs: memoryMs,
});
