import { createHash, randomBytes, randomInt } from 'node:crypto';

/**
 * The size of the pieces in which the web page sends a file, in bytes
 * (web/src/features/resources/uploads/piece-size.rule.ts).
 */
const PIECE = 4_000_000;
const HEAD = 64;
const SHIFT = 1_000_000;
const noise = randomBytes(PIECE + SHIFT);

/**
 * @typedef {object} NoiseFile a sound of random samples: no two are equal, and none can be compressed
 * @property {string} name
 * @property {number} bytes
 * @property {string} sha256
 * @property {Buffer[][]} pieces each as the parts that follow each other
 */

/**
 * Returns the header of a WAV file of one channel and 16 bits.
 * @param {number} bytes of the whole file
 */
function wavHeader(bytes) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(44_100, 24);
  header.writeUInt32LE(88_200, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes - 44, 40);
  return header;
}

/**
 * Makes a file of random samples. To save memory, all pieces share one block of samples: each piece
 * begins with random samples of its own and continues with the block from a different place.
 * @param {string} name
 * @param {number} bytes
 * @returns {NoiseFile}
 */
export function makeNoiseFile(name, bytes) {
  const hash = createHash('sha256');
  const pieces = [];
  for (let at = 0; at < bytes; at += PIECE) {
    const head = randomBytes(HEAD);
    if (at === 0) wavHeader(bytes).copy(head);
    const from = randomInt(SHIFT);
    const rest = noise.subarray(from, from + Math.min(PIECE, bytes - at) - HEAD);
    hash.update(head).update(rest);
    pieces.push([head, rest]);
  }
  return { name, bytes, sha256: hash.digest('hex'), pieces };
}
