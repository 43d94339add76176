import { Buffer } from 'node:buffer';
import { xmpHasLocation } from '../facts/location.rule';
import { orientationBlock, readExifBlock } from './exif-block.rule';

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1');

interface Segment {
  readonly code: number;
  /** The bytes of the whole segment, including its marker and its length field. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

const begins = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
/**
 * Whether a segment is an application segment. Most application segments contain metadata; only
 * JFIF, colour profiles and Adobe's colour transform affect what the picture looks like.
 */
const isForPrograms = (code: number) => code >= 0xe0 && code <= 0xef;
const saysLooks = ({ code, content }: Segment) =>
  code === 0xe0 || code === 0xee || (code === 0xe2 && begins(content, profileMark));

/**
 * Removes the location from a JPEG. To do so, removes the metadata of cameras and programs, and all
 * bytes after the picture's end, which may be a second picture with metadata. Pixels, colours and orientation stay.
 * @param isKnown whether the worker that read the file has already found a location
 * @returns undefined where the picture has no location, or is not a complete JPEG
 */
export function removeJpegLocation(jpeg: Buffer, isKnown: boolean): Buffer | undefined {
  const found = segmentsOf(jpeg);
  const end = found && endOf(jpeg, found.end);
  if (!found || end === undefined) return undefined;
  const { orientation, hasPlace } = saysPlace(found.segments);
  if (!isKnown && !hasPlace) return undefined;
  const kept = found.segments.filter((one) => !isForPrograms(one.code) || saysLooks(one));
  const [first, ...others] = kept.map(({ bytes }) => bytes);
  const turned = orientation === 1 ? [] : [segment(0xe1, exifMark, orientationBlock(orientation))];
  // A JFIF segment must stay the first one.
  const isFirst = kept[0]?.code === 0xe0;
  const ordered = isFirst ? [first, ...turned, ...others] : [...turned, first, ...others];
  const present = ordered.filter((bytes) => bytes !== undefined);
  return Buffer.concat([jpeg.subarray(0, 2), ...present, jpeg.subarray(found.end, end)]);
}

function saysPlace(segments: readonly Segment[]) {
  let [orientation, hasPlace] = [1, false];
  for (const { code, content } of segments) {
    if (code !== 0xe1) continue;
    if (begins(content, exifMark)) {
      const block = readExifBlock(content.subarray(exifMark.length));
      orientation = block.orientation;
      hasPlace ||= block.hasPlace;
    } else hasPlace ||= xmpHasLocation(content.toString('utf8'));
  }
  return { orientation, hasPlace };
}

function segment(code: number, ...content: readonly Buffer[]): Buffer {
  const inside = Buffer.concat(content);
  const header = Buffer.from([0xff, code, 0, 0]);
  header.writeUInt16BE(inside.length + 2, 2);
  return Buffer.concat([header, inside]);
}

/**
 * Splits a JPEG into the segments before its first scan, and finds the offset at which that scan
 * begins. Returns undefined if the JPEG is incomplete.
 */
function segmentsOf(jpeg: Buffer): { segments: Segment[]; end: number } | undefined {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const code = jpeg[at + 1] ?? 0;
    // A marker may be preceded by any number of 0xff bytes.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === 0xda) return { segments, end: at };
    const next = at + 2 + jpeg.readUInt16BE(at + 2);
    if (next > jpeg.length) return undefined;
    segments.push({ code, bytes: jpeg.subarray(at, next), content: jpeg.subarray(at + 4, next) });
    at = next;
  }
  return undefined;
}

/**
 * Returns the offset at which the picture ends; undefined if the JPEG is incomplete.
 * @param scans the offset at which the picture's first scan begins
 */
function endOf(jpeg: Buffer, scans: number): number | undefined {
  let at = scans;
  while ((at = jpeg.indexOf(0xff, at)) >= 0) {
    const code = jpeg[at + 1] ?? 0;
    if (code === 0xd9) return at + 2;
    const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
    if (isData) at += code === 0xff ? 1 : 2;
    else if (at + 4 <= jpeg.length) at += 2 + jpeg.readUInt16BE(at + 2);
    else return undefined;
  }
  return undefined;
}
