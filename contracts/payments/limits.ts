/** Sizes of what is paid. Amounts are minor units. */
export const paymentsLimits = {
  /** The most that one allotment, deposit or refund moves: 10 million euros. */
  fundingAmount: 1_000_000_000,
  /** Characters. */
  costCentre: 60,
  reference: 140,
  reason: 500,
  /** Deposits of one researcher that wait for their confirmation. */
  openDeposits: 20,
} as const;
