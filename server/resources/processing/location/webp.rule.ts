import { Buffer } from 'node:buffer';
import { xmpHasLocation } from '../facts/location.rule';
import { orientationBlock, readExifBlock } from './exif-block.rule';

interface Chunk {
  readonly kind: string;
  readonly content: Buffer;
}

/**
 * How many chunks a file may have. Even a long animation has fewer; a file made of very many chunks
 * would take a hundred times its size in memory.
 */
const mostChunks = 100_000;
/** The chunks that affect what the picture looks like. */
const looks = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
/** The bits in the VP8X chunk that say which metadata the file has. */
const flags = { exif: 0x08, xmp: 0x04 };

/**
 * Removes the location from a WebP: EXIF, XMP and other metadata. Pixels, colours and orientation
 * stay.
 * @param isKnown whether the worker that read the file has already found a location
 * @returns undefined where the picture has no location, is not a complete WebP, or has too many
 * chunks
 */
export function removeWebpLocation(webp: Buffer, isKnown: boolean): Buffer | undefined {
  const chunks = chunksOf(webp);
  if (!chunks) return undefined;
  const block = readExifBlock(tiffOf(chunks));
  const isTold = chunks.some(
    ({ kind, content }) => kind === 'XMP ' && xmpHasLocation(content.toString('utf8')),
  );
  if (!isKnown && !block.hasPlace && !isTold) return undefined;
  const turned = block.orientation !== 1;
  const kept = chunks
    .filter(({ kind }) => looks.has(kind))
    .map((one) => (one.kind === 'VP8X' ? withFlags(one, turned) : one));
  if (turned) kept.push({ kind: 'EXIF', content: orientationBlock(block.orientation) });
  const inside = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept.map(bytesOf)]);
  return Buffer.concat([headerOf('RIFF', inside.length), inside]);
}

/**
 * Returns the EXIF block of the file, without the marker of a JPEG segment that some programs write
 * before the block.
 */
function tiffOf(chunks: readonly Chunk[]): Buffer {
  const block = chunks.find(({ kind }) => kind === 'EXIF')?.content ?? Buffer.alloc(0);
  return block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
}

function withFlags({ kind, content }: Chunk, turned: boolean): Chunk {
  const changed = Buffer.from(content);
  const others = (changed[0] ?? 0) & ~(flags.exif | flags.xmp);
  changed[0] = turned ? others | flags.exif : others;
  return { kind, content: changed };
}

function chunksOf(webp: Buffer): Chunk[] | undefined {
  const end = Math.min(webp.length, 8 + webp.readUInt32LE(4));
  const chunks: Chunk[] = [];
  let at = 12;
  while (at + 8 <= end) {
    const length = webp.readUInt32LE(at + 4);
    if (at + 8 + length > end || chunks.length >= mostChunks) return undefined;
    const content = webp.subarray(at + 8, at + 8 + length);
    chunks.push({ kind: webp.toString('latin1', at, at + 4), content });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function headerOf(kind: string, length: number): Buffer {
  const header = Buffer.from(`${kind}\0\0\0\0`, 'latin1');
  header.writeUInt32LE(length, 4);
  return header;
}

const bytesOf = ({ kind, content }: Chunk): Buffer =>
  Buffer.concat([headerOf(kind, content.length), content, Buffer.alloc(content.length % 2)]);
