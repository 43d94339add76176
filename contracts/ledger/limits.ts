/** Sizes of the ledger. Amounts are integers in minor units (cents), or hundredths of a credit. */
export const ledgerLimits = {
  /**
   * The largest amount of one posting, more than the largest session may cost; sums of hundreds stay exact in
   * JavaScript.
   */
  postingAmount: 10_000_000_000_000,
  /** The accounts that one entry may change. */
  postingsPerEntry: 100,
  /** Characters of an idempotency key. */
  key: 200,
} as const;
