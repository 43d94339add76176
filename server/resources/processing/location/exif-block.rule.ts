import { Buffer } from 'node:buffer';

/**
 * What is read from an EXIF block: the orientation of the picture, and whether the block contains a
 * GPS location.
 */
export interface ExifBlock {
  /** The EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
  readonly hasPlace: boolean;
}

const tag = { orientation: 0x0112, place: 0x8825 };
const upright: ExifBlock = { orientation: 1, hasPlace: false };

/**
 * Parses the first directory of an EXIF block (EXIF 2.3, 4.6).
 * @param tiff the block from its byte-order mark on; without that mark, the block counts as empty
 */
export function readExifBlock(tiff: Buffer): ExifBlock {
  const isBig = tiff.toString('latin1', 0, 2) === 'MM';
  const u16 = (at: number) => (isBig ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at));
  const u32 = (at: number) => (isBig ? tiff.readUInt32BE(at) : tiff.readUInt32LE(at));
  if (tiff.length < 14) return upright;
  const directory = u32(4);
  if (directory + 2 > tiff.length) return upright;
  let { orientation, hasPlace } = upright;
  for (let i = 0, count = u16(directory); i < count; i++) {
    const at = directory + 2 + i * 12;
    if (at + 12 > tiff.length) break;
    if (u16(at) === tag.place) hasPlace = true;
    if (u16(at) === tag.orientation) orientation = u16(at + 8);
  }
  return { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1, hasPlace };
}

/** Makes an EXIF block that contains only the orientation. */
export function orientationBlock(orientation: number): Buffer {
  const block = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  block.writeUInt16BE(orientation, 18);
  return block;
}
