import { SequentialFileReader, type FileBytes } from '../bytes/file-bytes';
import { InvalidFormat, type FormatCheck } from './checked-format';

/** Values of the length field in recordings whose length was not known when they were written. */
const unknownLengths = new Set([0, 0xffffffff]);
/** How many chunks are read at most to find the picture or the sound. */
const mostChunks = 1_000;

/**
 * Reads from the header the offset at which the content ends; undefined if the header does not
 * state it. The offset may include a padding byte after a chunk of odd length.
 */
async function endOf(file: FileBytes): Promise<number | undefined> {
  const length = (await file.read(4, 4)).readUInt32LE(0);
  return unknownLengths.has(length) ? undefined : 8 + length;
}

/** @returns offset and length of the content of the first chunk with one of these names */
async function chunkOf(file: FileBytes, names: readonly string[]) {
  const walk = new SequentialFileReader(file, 12);
  for (let n = 0; n < mostChunks; n++) {
    await walk.need(8);
    const header = walk.take(8);
    const length = header.readUInt32LE(4);
    if (names.includes(header.toString('latin1', 0, 4))) return { at: walk.at, length };
    walk.skip(length + (length % 2));
  }
  throw new InvalidFormat();
}

export const checkWebp: FormatCheck = async (file) => {
  const end = await endOf(file);
  if (end === undefined || end > file.size) throw new InvalidFormat();
  const { at, length } = await chunkOf(file, ['VP8 ', 'VP8L', 'ANMF']);
  if (at + length > end) throw new InvalidFormat();
  return { type: 'image/webp', end: Math.min(file.size, end + (end % 2)) };
};

/**
 * Checks a WAV. If the recording program wrote the header before it knew the length, the sound
 * ends where the file ends.
 */
export const checkWav: FormatCheck = async (file) => {
  await chunkOf(file, ['fmt ']);
  const { at, length } = await chunkOf(file, ['data']);
  if (length === 0xffffffff) return { type: 'audio/wav', end: file.size };
  const end = (await endOf(file)) ?? (length === 0 ? file.size : at + length);
  if (at + length > file.size) throw new InvalidFormat();
  return { type: 'audio/wav', end: Math.min(file.size, Math.max(end, at + length)) };
};
