/**
 * Returns how much money a session lacks, as a reader may see it. Only the wallet's owner gets the
 * exact amount, because it reveals the wallet's balance. Other readers get the whole amount to be
 * held.
 */
export const shownMissingAmount = (toHold: number, missing: number, isOwner: boolean): number =>
  isOwner || missing === 0 ? missing : toHold;
