import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time, which does not depend on where the two differ. */
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
