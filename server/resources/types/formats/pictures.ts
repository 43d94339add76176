import { SequentialFileReader } from '../bytes/file-bytes';
import { InvalidFormat, type FormatCheck } from './checked-format';

/** How many chunks, segments or blocks a file may have: a picture of 500 MB has about 60,000. */
const mostChunks = 250_000;

/** Checks a PNG: its chunks, from IHDR to IEND (PNG, 5). */
export const checkPng: FormatCheck = async (file) => {
  const walk = new SequentialFileReader(file, 8);
  let hasData = false;
  for (let n = 0; n < mostChunks; n++) {
    await walk.need(8);
    const header = walk.take(8);
    const kind = header.toString('latin1', 4, 8);
    if (!/^[A-Za-z]{4}$/.test(kind) || (kind === 'IHDR') !== (n === 0)) throw new InvalidFormat();
    hasData ||= kind === 'IDAT';
    walk.skip(header.readUInt32BE(0) + 4);
    if (kind === 'IEND' && hasData) return { type: 'image/png', end: walk.at };
  }
  throw new InvalidFormat();
};

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, fill: 0xff };
/** Markers without a length: TEM, RST0 to RST7. */
const isBare = (code: number) => code === 1 || (code >= 0xd0 && code <= 0xd7);

/** Checks a JPEG: its segments and scans, until EOI (ITU T.81, annex B). */
export const checkJpeg: FormatCheck = async (file) => {
  const walk = new SequentialFileReader(file, 2);
  let hasScan = false;
  for (let n = 0; n < mostChunks; n++) {
    const code = await nextMarker(walk, hasScan);
    if (code === marker.end && hasScan) return { type: 'image/jpeg', end: walk.at };
    if (code === marker.end || code === marker.start) throw new InvalidFormat();
    if (isBare(code)) continue;
    await walk.need(2);
    const length = walk.take(2).readUInt16BE(0);
    if (length < 2) throw new InvalidFormat();
    walk.skip(length - 2);
    hasScan ||= code === marker.scan;
  }
  throw new InvalidFormat();
};

/**
 * Finds the next marker of a JPEG.
 * @param inScan whether coded data may precede the marker; within coded data, 0xff is followed by 0
 */
async function nextMarker(walk: SequentialFileReader, inScan: boolean): Promise<number> {
  for (;;) {
    const rest = await walk.rest();
    const found = inScan ? afterData(rest) : rest.indexOf(0xff);
    if (found !== 0 && !inScan) throw new InvalidFormat();
    if (found < 0) continue;
    walk.at -= rest.length - found - 1;
    let code = marker.fill;
    while (code === marker.fill) {
      const waiting = walk.need(1);
      if (waiting) await waiting;
      code = walk.take(1)[0] ?? 0;
    }
    if (code === 0 && !inScan) throw new InvalidFormat();
    if (code !== 0 && !(inScan && isBare(code))) return code;
  }
}

/**
 * Finds the offset at which coded data end: the first 0xff that does not belong to the data. Every
 * second byte of the data may be 0xff. To await something at each of them would be slow, so one
 * call searches all given bytes.
 * @returns -1 where the data continue after these bytes
 */
function afterData(bytes: Buffer): number {
  let at = bytes.indexOf(0xff);
  while (at >= 0) {
    const next = bytes[at + 1];
    if (next !== 0 && !(next !== undefined && isBare(next))) return at;
    at = bytes[at + 2] === 0xff ? at + 2 : bytes.indexOf(0xff, at + 2);
  }
  return -1;
}

const tableBytes = (packed = 0) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** Checks a GIF: its blocks, until the trailer (GIF89a, appendix A). */
export const checkGif: FormatCheck = async (file) => {
  const walk = new SequentialFileReader(file, 6);
  await walk.need(7);
  walk.skip(tableBytes(walk.take(7)[4]));
  let hasPicture = false;
  for (let n = 0; n < mostChunks; n++) {
    await walk.need(1);
    const kind = walk.take(1)[0];
    if (kind === 0x3b && hasPicture) return { type: 'image/gif', end: walk.at };
    if (kind === 0x21) walk.skip(1);
    else if (kind === 0x2c) {
      hasPicture = true;
      await walk.need(9);
      walk.skip(tableBytes(walk.take(9)[8]) + 1);
    } else throw new InvalidFormat();
    await skipSubBlocks(walk);
  }
  throw new InvalidFormat();
};

async function skipSubBlocks(walk: SequentialFileReader): Promise<void> {
  for (;;) {
    const waiting = walk.need(1);
    if (waiting) await waiting;
    const length = walk.take(1)[0] ?? 0;
    if (length === 0) return;
    walk.skip(length);
  }
}
