import { Walk, type FileBytes } from '../bytes/file-bytes';
import { Broken, type FormatCheck } from './checked-format';

/** Lengths that programs write when the length of a recording is not known yet. */
const unknownLengths = new Set([0, 0xffffffff]);
/** The most chunks that are examined before the picture or sound. */
const mostChunks = 1_000;

/**
 * The end of the content according to its header; a chunk of odd length is followed by a padding byte that may be
 * counted.
 */
async function endOf(file: FileBytes): Promise<number | undefined> {
  const length = (await file.read(4, 4)).readUInt32LE(0);
  return unknownLengths.has(length) ? undefined : 8 + length;
}

/** @returns the offset and the length of the content of the first of these chunks */
async function chunkOf(file: FileBytes, names: readonly string[]) {
  const walk = new Walk(file, 12);
  for (let n = 0; n < mostChunks; n++) {
    await walk.need(8);
    const header = walk.take(8);
    const length = header.readUInt32LE(4);
    if (names.includes(header.toString('latin1', 0, 4))) return { at: walk.at, length };
    walk.skip(length + (length % 2));
  }
  throw new Broken();
}

export const checkWebp: FormatCheck = async (file) => {
  const end = await endOf(file);
  if (end === undefined || end > file.size) throw new Broken();
  const { at, length } = await chunkOf(file, ['VP8 ', 'VP8L', 'ANMF']);
  if (at + length > end) throw new Broken();
  return { type: 'image/webp', end: Math.min(file.size, end + (end % 2)) };
};

/** Checks a WAV; its sound ends where the file does if a program recorded without knowing the length. */
export const checkWav: FormatCheck = async (file) => {
  await chunkOf(file, ['fmt ']);
  const { at, length } = await chunkOf(file, ['data']);
  if (length === 0xffffffff) return { type: 'audio/wav', end: file.size };
  const end = (await endOf(file)) ?? (length === 0 ? file.size : at + length);
  if (at + length > file.size) throw new Broken();
  return { type: 'audio/wav', end: Math.min(file.size, Math.max(end, at + length)) };
};
