import { resourcesLimits } from '../../../../../contracts/resources/limits';

/** The bytes of a piece on a good line. */
const most = 4_000_000;

export const firstPieceBytes = most;
/** Smaller after each failure, so that a bad line carries a piece as a whole. */
export const pieceBytesAfterFailure = (bytes: number): number =>
  Math.max(resourcesLimits.pieceBytesLeast, Math.floor(bytes / 4));
export const pieceBytesAfterSuccess = (bytes: number): number => Math.min(most, bytes * 2);
