/*
 * Computes what a session may cost. The browser uses the same code, so that the form shows the
 * amount that the server will reserve. All amounts are in minor units of one currency.
 */

/**
 * Returns a share of an amount, given in basis points (hundredths of a percent), rounded half up.
 */
export const shareOfAmount = (amount: number, basisPoints: number): number =>
  Math.floor((amount * basisPoints + 5_000) / 10_000);

export interface CostPerParticipant {
  /** What one participant is paid. */
  readonly reward: number;
  /** What the platform charges for one participant, on top of the reward; rounded once per participation. */
  readonly fee: number;
}

/**
 * Returns the cost of one participant: the reward and the platform's fee.
 * @param feeBasisPoints the installation's `PLATFORM_FEE_BP`
 */
export const computeCostPerParticipant = (
  reward: number,
  feeBasisPoints: number,
): CostPerParticipant => ({
  reward,
  fee: shareOfAmount(reward, feeBasisPoints),
});

/** Returns what all spots of a session cost together, if all of them are paid. */
export const totalSessionCost = (spots: number, { reward, fee }: CostPerParticipant): number =>
  spots * (reward + fee);

/**
 * Returns the most that pay by answers may cost over all participants, including the platform's fee
 * for each of them.
 * @param most the most for one participant
 */
export const totalCostByAnswers = (spots: number, most: number, feeBasisPoints: number): number =>
  totalSessionCost(spots, computeCostPerParticipant(most, feeBasisPoints));

/**
 * Returns how much a wallet lacks for a payment; 0 if it suffices.
 * @param minimum the lowest allowed balance; null for any balance
 */
export const walletShortfall = (
  amount: number,
  { balance, minimum }: { balance: number; minimum: number | null },
): number => (minimum === null ? 0 : Math.max(0, amount - (balance - minimum)));
