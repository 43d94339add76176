/**
 * So many within the window; then nothing until the window ends, or for a delay that doubles with
 * each further one.
 */
export interface Rule {
  name: string;
  free: number;
  windowMs: number;
  growing?: { firstMs: number; longestMs: number };
  /**
   * Nothing until the window ends the first time; whoever gets there again before `memoryMs` are
   * over waits twice as long each time.
   */
  again?: { firstMs: number; longestMs: number; memoryMs: number };
}

/** The counter beside the counter: how often a limit was reached. */
export const timesOf = (rule: Rule, { memoryMs }: NonNullable<Rule['again']>): Rule => ({
  name: `${rule.name}-times`,
  free: Number.MAX_SAFE_INTEGER,
  windowMs: memoryMs,
});
