/**
 * What a reader learns of the money that a wallet lacks: only the owner the exact amount, from which the balance of the
 * wallet follows; others all that is to be held.
 */
export const shownMissing = (toHold: number, missing: number, isOwner: boolean): number =>
  isOwner || missing === 0 ? missing : toHold;
