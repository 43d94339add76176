/** Limits of runs that clients need not know; the others are in contracts/runtime/limits.ts. */
export const runtimeRateLimits = {
  /** How many files one run may create. */
  files: 2_000,
  /**
   * Bytes of the records, and of the files, of all attempts so far: above this limit, no further attempt can start.
   */
  attemptsBytes: 100_000_000,
  attemptsFileBytes: 400_000_000,
} as const;
