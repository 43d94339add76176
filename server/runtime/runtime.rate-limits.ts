/**
 * The limits of runs that are not part of the contract. All other limits of runs are in
 * contracts/runtime/limits.ts.
 */
export const runtimeRateLimits = {
  /** How many files one run may create. */
  files: 2_000,
  /**
   * A further attempt is refused once the records of all attempts of a participation have this many
   * bytes; `attemptsFileBytes`: once their files have this many bytes.
   */
  attemptsBytes: 100_000_000,
  attemptsFileBytes: 400_000_000,
} as const;
