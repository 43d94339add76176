/**
 * Allows `free` tries within the window; after that it refuses until the window ends, or for a delay that
 * doubles with each further try.
 */
export interface Rule {
  name: string;
  /** The error code of a refusal; `too_many_requests` without one. */
  code?: 'too_many_counts' | 'too_many_launches';
  free: number;
  /**
   * Set where requests are counted per network, with a higher limit for campus networks (`CAMPUS_NETWORKS`); the
   * refusal says that it concerns the network.
   */
  perNetwork?: true;
  windowMs: number;
  growing?: { firstMs: number; longestMs: number };
  /**
   * The duration of the first block: until the window ends. A caller that reaches the limit again within `memoryMs`
   * is blocked twice as long each time.
   */
  again?: { firstMs: number; longestMs: number; memoryMs: number };
}

/** The rule of a second counter: how often the limit was reached. */
export const timesOf = (rule: Rule, { memoryMs }: NonNullable<Rule['again']>): Rule => ({
  name: `${rule.name}-times`,
  free: Number.MAX_SAFE_INTEGER,
  windowMs: memoryMs,
});
