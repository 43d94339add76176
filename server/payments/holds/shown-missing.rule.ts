/**
 * How much of the missing money a reader may see. Only the wallet's owner gets the exact amount,
 * since it reveals the wallet's balance; other readers get the whole amount to be held.
 */
export const shownMissingAmount = (toHold: number, missing: number, isOwner: boolean): number =>
  isOwner || missing === 0 ? missing : toHold;
