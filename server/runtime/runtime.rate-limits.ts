/**
 * The limits of runs that clients need not know; the other limits are in
 * contracts/runtime/limits.ts.
 */
export const runtimeRateLimits = {
  /** How many files one run may create. */
  files: 2_000,
  /**
   * The bytes that the records, and the files, of all attempts of a participation may have before a
   * further attempt starts.
   */
  attemptsBytes: 100_000_000,
  attemptsFileBytes: 400_000_000,
} as const;
