/**
 * Returns how much money a session lacks, as a reader may see it. Only the wallet's owner gets the
 * missing amount, because it reveals the wallet's balance. Other readers get the amount that must
 * be held (`toHold`), even if the wallet contains a part of it.
 */
export const shownMissingAmount = (toHold: number, missing: number, isOwner: boolean): number =>
  isOwner || missing === 0 ? missing : toHold;
