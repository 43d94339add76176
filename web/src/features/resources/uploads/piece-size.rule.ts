import { resourcesLimits } from '../../../../../contracts/resources/limits';

/** The size in bytes of the pieces in which a file is uploaded, on a good connection. */
const most = 4_000_000;

export const firstPieceBytes = most;
/** Pieces get smaller after each failure, so that a bad connection can carry a whole piece. */
export const pieceBytesAfterFailure = (bytes: number): number =>
  Math.max(resourcesLimits.pieceBytesLeast, Math.floor(bytes / 4));
export const pieceBytesAfterSuccess = (bytes: number): number => Math.min(most, bytes * 2);
