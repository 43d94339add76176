import { Buffer } from 'node:buffer';

/** The greatest length in bytes of a ZIP's end record with its comment. */
export const maxZipEndBytes = 22 + 65_535;
const record = Buffer.from('PK\u0005\u0006', 'latin1');
const central = Buffer.from('PK\u0001\u0002', 'latin1');

/**
 * Finds the offsets at which the end record of a ZIP may begin, within the last bytes of a file
 * (PKWARE's APPNOTE, 4.3.16).
 */
export function findZipEndRecords(tail: Buffer): number[] {
  const found: number[] = [];
  for (let at = tail.indexOf(record); at >= 0; at = tail.indexOf(record, at + 1))
    if (at + 22 <= tail.length) found.push(at);
  return found;
}

/** Whether the end record at this offset, with its comment, ends where the file ends. */
export const zipCommentEndsFile = (tail: Buffer, at: number): boolean =>
  at + 22 + tail.readUInt16LE(at + 20) === tail.length;

/**
 * Whether the end record at this offset follows a central directory, as it does in a real archive.
 */
export function followsCentralDirectory(tail: Buffer, at: number): boolean {
  const files = tail.readUInt16LE(at + 10);
  const begins = at - tail.readUInt32LE(at + 12);
  if (files === 0 || tail.readUInt32LE(at + 4) !== 0) return false;
  // If the central directory begins before `tail`, it cannot be checked. Then it is enough that the
  // archive's comment ends where the file ends.
  return begins < 0
    ? zipCommentEndsFile(tail, at)
    : tail.subarray(begins, begins + 4).equals(central);
}
