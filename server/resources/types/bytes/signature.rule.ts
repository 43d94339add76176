import { Buffer } from 'node:buffer';

/**
 * The recognised formats of files that are not texts. A container's exact type is determined later
 * from its content.
 */
export type BinaryFormat =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'wav'
  | 'boxes'
  | 'ebml'
  | 'ogg'
  | 'mpeg'
  | 'pdf'
  | 'zip';

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);
const pngBegins = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Detects the format of a file by its first bytes. All bytes of a signature are compared, since a
 * text table may begin with `GIF` or `ID3` as the name of a column.
 * @returns undefined for texts and unknown formats
 */
export function binaryFormatOf(head: Buffer): BinaryFormat | undefined {
  if (head.subarray(0, 8).equals(pngBegins)) return 'png';
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  const begins = latin1(head, 0, 6);
  if (begins === 'GIF87a' || begins === 'GIF89a') return 'gif';
  if (begins.startsWith('RIFF') && latin1(head, 8, 12) === 'WEBP') return 'webp';
  if (begins.startsWith('RIFF') && latin1(head, 8, 12) === 'WAVE') return 'wav';
  if (latin1(head, 4, 8) === 'ftyp') return 'boxes';
  if (head.length > 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'ebml';
  if (begins.startsWith('OggS') && head[4] === 0) return 'ogg';
  if (begins.startsWith('%PDF-')) return 'pdf';
  if (begins.startsWith('PK\u0003\u0004') || begins.startsWith('PK\u0005\u0006')) return 'zip';
  return isMpeg(head) ? 'mpeg' : undefined;
}

/**
 * Whether the bytes begin with an ID3 tag of version 2, or with a frame of MPEG audio layer III.
 */
function isMpeg(head: Buffer): boolean {
  if (latin1(head, 0, 3) === 'ID3')
    return [2, 3, 4].includes(head[3] ?? 0) && head.subarray(6, 10).every((byte) => byte < 0x80);
  return head.length >= 4 && mp3FrameBytes(head.readUInt32BE(0)) !== undefined;
}

const bitrates = {
  one: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  two: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/**
 * Computes the length in bytes of a frame of MPEG audio layer III (ISO/IEC 11172-3, 2.4.1.3).
 * @param header the first four bytes of the frame
 * @returns undefined if these bytes cannot begin a frame
 */
export function mp3FrameBytes(header: number): number | undefined {
  const version = (header >>> 19) & 3;
  const layer = (header >>> 17) & 3;
  if (header >>> 21 !== 0x7ff || version === 1 || layer !== 1) return undefined;
  const isOne = version === 3;
  const bitrate = bitrates[isOne ? 'one' : 'two'][(header >>> 12) & 15];
  const rate = rates[(header >>> 10) & 3];
  if (!bitrate || !rate) return undefined;
  const divided = rate / (isOne ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((isOne ? 144_000 : 72_000) * bitrate) / divided) + ((header >>> 9) & 1);
}
