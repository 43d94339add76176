/**
 * How much of the missing money a reader may see: only the owner gets the exact amount, which reveals the wallet's
 * balance; others get the complete amount to be held.
 */
export const shownMissing = (toHold: number, missing: number, isOwner: boolean): number =>
  isOwner || missing === 0 ? missing : toHold;
