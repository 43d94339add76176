import { SequentialFileReader, type FileBytes } from '../bytes/file-bytes';
import { InvalidFormat, type FormatCheck } from './checked-format';

/**
 * How many boxes an MPEG-4 file may have on all levels together. A fragmented film of some hours
 * has about ten thousand.
 */
const mostBoxes = 250_000;
/** The state of reading the boxes of one file. */
interface BoxWalk {
  /**
   * One reader for the boxes of all levels. An inner box usually lies in the bytes that were read
   * for the outer box, so a file of many small boxes takes few reads.
   */
  readonly reader: SequentialFileReader;
  /** How many further boxes of this file may still be read. */
  left: number;
}
const walkOf = (file: FileBytes): BoxWalk => ({
  reader: new SequentialFileReader(file),
  left: mostBoxes,
});

interface Box {
  readonly kind: string;
  readonly from: number;
  readonly end: number;
}

/** Reads the boxes between two offsets (ISO/IEC 14496-12, 4.2). */
async function* boxesIn(
  walk: BoxWalk,
  { from, end }: Pick<Box, 'from' | 'end'>,
): AsyncGenerator<Box> {
  const { reader } = walk;
  reader.at = from;
  while (reader.at < end) {
    const begins = reader.at;
    await reader.need(8);
    const header = reader.take(8);
    const kind = header.toString('latin1', 4, 8);
    let length = header.readUInt32BE(0);
    if (length === 1) {
      await reader.need(8);
      length = Number(reader.take(8).readBigUInt64BE(0));
    } else if (length === 0) length = end - begins;
    if (--walk.left < 0 || !isKind(kind) || begins + length < reader.at) throw new InvalidFormat();
    yield { kind, from: reader.at, end: begins + length };
    // Go back to this box: the caller may have moved the reader in order to read inner boxes.
    reader.at = begins;
    reader.skip(length);
  }
  if (reader.at !== end) throw new InvalidFormat();
}

const wholeOf = (file: FileBytes) => ({ from: 0, end: file.size });
const isKind = (kind: string) => /^[\u0020-\u007e\u00a9]{4}$/.test(kind);

async function brandsOf(file: FileBytes): Promise<string[]> {
  const length = (await file.read(0, 4)).readUInt32BE(0);
  if (length < 16 || length > 4_096) throw new InvalidFormat();
  const text = (await file.read(8, length - 8)).toString('latin1');
  return (text.match(/[^]{4}/g) ?? []).filter((_, i) => i !== 1);
}

const films = /^(iso[m2-9a]|mp4[12]|avc1|dash|M4[ABV] |f4v |MSNV|cmf[cs2]|iso\d)$/;

/** Checks an MPEG-4 video or sound file, or an AVIF picture. */
export const checkMpeg4: FormatCheck = async (file) => {
  const brands = await brandsOf(file);
  const [major = ''] = brands;
  const isAvif = brands.some((brand) => brand === 'avif' || brand === 'avis');
  if (!isAvif && (major === 'qt  ' || /^(3g|he|m[is]f1|jp|crx)/.test(major))) return other(major);
  if (!isAvif && !brands.some((brand) => films.test(brand))) return other(major);
  const found = { meta: false, media: false, tracks: new Set<string>() };
  const walk = walkOf(file);
  for await (const box of boxesIn(walk, wholeOf(file))) {
    found.meta ||= box.kind === 'meta';
    found.media ||= box.kind === 'mdat' || box.kind === 'moof';
    if (box.kind !== 'moov') continue;
    for (const track of await tracksIn(file, box, walk)) found.tracks.add(track);
  }
  if (!found.media) throw new InvalidFormat();
  if (isAvif && !films.test(major)) {
    if (!found.meta && found.tracks.size === 0) throw new InvalidFormat();
    return { type: 'image/avif', end: file.size };
  }
  if (found.tracks.has('vide')) return { type: 'video/mp4', end: file.size };
  if (found.tracks.has('soun')) return { type: 'audio/mp4', end: file.size };
  throw new InvalidFormat();
};

/** Reads the kinds of the tracks in a movie box, such as `vide` for video and `soun` for sound. */
async function tracksIn(file: FileBytes, movie: Box, walk: BoxWalk): Promise<string[]> {
  const kinds: string[] = [];
  for await (const track of boxesIn(walk, movie)) {
    if (track.kind !== 'trak') continue;
    for await (const media of boxesIn(walk, track)) {
      if (media.kind !== 'mdia') continue;
      for await (const box of boxesIn(walk, media))
        if (box.kind === 'hdlr') kinds.push((await file.read(box.from + 8, 4)).toString('latin1'));
    }
  }
  return kinds;
}

/**
 * Reads the displayed size of a video in pixels.
 * @returns undefined if no track states a size
 */
export async function videoSizeOf(
  file: FileBytes,
): Promise<{ width: number; height: number } | undefined> {
  const walk = walkOf(file);
  for await (const movie of boxesIn(walk, wholeOf(file))) {
    if (movie.kind !== 'moov') continue;
    for await (const track of boxesIn(walk, movie)) {
      if (track.kind !== 'trak') continue;
      for await (const { kind, end } of boxesIn(walk, track)) {
        if (kind !== 'tkhd') continue;
        // Width and height are the last two fields of the track header: fixed-point numbers with 16
        // integer bits.
        const size = await file.read(end - 8, 8);
        const [width, height] = [size.readUInt16BE(0), size.readUInt16BE(4)];
        if (width > 0 && height > 0) return { width, height };
      }
    }
  }
  return undefined;
}

const names: Record<string, string> = { 'qt  ': 'video/quicktime', heic: 'image/heic' };
const other = (brand: string) => ({ other: names[brand] ?? `video/mp4 (${brand.trim()})` });
