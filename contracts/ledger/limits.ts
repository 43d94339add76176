/** Sizes of the ledger. Amounts are integers in minor units (cents), or hundredths of a credit. */
export const ledgerLimits = {
  /**
   * The largest amount of one posting, more than the most expensive session may cost. Sums of
   * hundreds of such amounts are still exact in JavaScript.
   */
  postingAmount: 10_000_000_000_000,
  /** The most accounts that one entry may change. */
  postingsPerEntry: 100,
  /** The most characters of an idempotency key. */
  key: 200,
} as const;
