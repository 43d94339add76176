import { timingSafeEqual } from 'node:crypto';

/** Compares two buffers. For equal lengths, the duration does not depend on their contents. */
export const areEqualBytes = (a: Buffer, b: Buffer) =>
  a.length === b.length && timingSafeEqual(a, b);
