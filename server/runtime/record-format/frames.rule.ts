import { createHash } from 'node:crypto';
import { recordKinds, type RecordKind } from '../../../contracts/runtime/runtime';
import { type StoredRecord } from '../../../contracts/runtime/stored-records';

/** A record as bytes, which are stored, hashed and returned exactly as they were sent. */
export interface RecordFrame {
  readonly kind: RecordKind;
  readonly data: Buffer;
}

/**
 * The letter by which each kind of record is encoded; letters never change, since stored records
 * contain them.
 */
const letters: Record<RecordKind, string> = {
  trial: 't',
  text: 'x',
  amend: 'a',
  state: 's',
  event: 'e',
  file: 'f',
  lost: 'l',
  finish: 'z',
};
const kinds = new Map(recordKinds.map((kind) => [letters[kind].charCodeAt(0), kind]));
const headBytes = 5;

export const encodedRecordsBytes = (frames: readonly RecordFrame[]): number =>
  frames.reduce((sum, { data }) => sum + headBytes + data.length, 0);

/**
 * Writes each record as the letter of its kind, the length of its data (four bytes, the highest
 * first), and the data.
 * @returns the position after the last record
 */
export function encodeRecordFrames(
  frames: readonly RecordFrame[],
  into: Buffer,
  at: number,
): number {
  for (const { kind, data } of frames) {
    into[at] = letters[kind].charCodeAt(0);
    into.writeUInt32BE(data.length, at + 1);
    data.copy(into, at + headBytes);
    at += headBytes + data.length;
  }
  return at;
}

/** @throws Error for bytes that are not encoded records */
export function decodeRecordFrames(bytes: Buffer): RecordFrame[] {
  const frames: RecordFrame[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = kinds.get(bytes[at] ?? 0);
    const from = at + headBytes;
    const length = from <= bytes.length ? bytes.readUInt32BE(at + 1) : Infinity;
    if (kind === undefined || from + length > bytes.length) throw new Error('broken frames');
    frames.push({ kind, data: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return frames;
}

export const sha256 = (...parts: Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The head of the hash chain of a run without records. */
export const firstChainHead: Buffer = Buffer.alloc(32);
export const nextChainHead = (head: Buffer, frame: RecordFrame): Buffer =>
  sha256(head, sha256(frame.data));

/** Writes a record as the line of JSON that sealed logs store and responses contain. */
export const recordLineOf = (seq: number, { kind, data }: RecordFrame): string =>
  `${JSON.stringify({ seq, kind, data: data.toString('utf8') } satisfies StoredRecord)}\n`;
