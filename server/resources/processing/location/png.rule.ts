import { Buffer } from 'node:buffer';
import { xmpHasLocation } from '../facts/location.rule';
import { orientationBlock, readExifBlock } from './exif-block.rule';

interface Chunk {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/**
 * Whether a chunk is text. Programs store XMP in text chunks; older programs also store EXIF there,
 * in hexadecimal digits.
 */
const isText = (kind: string) => kind === 'tEXt' || kind === 'zTXt' || kind === 'iTXt';

/**
 * Removes the location from a PNG: EXIF, and all texts. Pixels, colours and orientation stay.
 * @param isKnown whether the worker that read the file has already found a location
 * @returns undefined where the picture has no location, or is not a complete PNG
 */
export function removePngLocation(png: Buffer, isKnown: boolean): Buffer | undefined {
  const chunks = chunksOf(png);
  const [first, ...others] = chunks ?? [];
  if (!chunks || !first) return undefined;
  const exif = chunks.find(({ kind }) => kind === 'eXIf');
  const block = readExifBlock(exif?.content ?? Buffer.alloc(0));
  if (!isKnown && !block.hasPlace && !chunks.some(saysPlace)) return undefined;
  const kept = others.filter(({ kind }) => kind !== 'eXIf' && !isText(kind));
  const turned =
    block.orientation === 1 ? [] : [chunk('eXIf', orientationBlock(block.orientation))];
  const all = [png.subarray(0, 8), first.bytes, ...turned, ...kept.map(({ bytes }) => bytes)];
  return Buffer.concat(all);
}

/**
 * Whether a text chunk contains a location. Compressed texts are not searched: the worker that read
 * the file has done that, and passes its result as `isKnown`.
 */
const saysPlace = ({ kind, content }: Chunk) =>
  isText(kind) && xmpHasLocation(content.toString('utf8'));

function chunksOf(png: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= png.length;) {
    const next = at + 12 + png.readUInt32BE(at);
    if (next > png.length) return undefined;
    const kind = png.toString('latin1', at + 4, at + 8);
    chunks.push({ kind, bytes: png.subarray(at, next), content: png.subarray(at + 8, next - 4) });
    if (kind === 'IEND') return chunks;
    at = next;
  }
  return undefined;
}

function chunk(kind: string, content: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(checksum(checked));
  return Buffer.concat([length, checked, sum]);
}

/** Returns the CRC-32 of a chunk's bytes (PNG, annex D). */
function checksum(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
