import { mp3FrameBytes } from '../bytes/signature.rule';
import { SequentialFileReader } from '../bytes/file-bytes';
import { InvalidFormat, type FormatCheck } from './checked-format';

const mostStreams = 64;
/**
 * The greatest length in bytes of an Ogg page: 27 bytes, 255 lengths, and 255 segments of 255 bytes
 * (RFC 3533, 6).
 */
const longestPage = 27 + 255 + 255 * 255;

const sounds = ['\u0001vorbis', 'OpusHead', '\u007fFLAC', 'Speex   '];
const films = ['\u0080theora'];
const begins = (streams: readonly string[], names: readonly string[]) =>
  streams.some((stream) => names.some((name) => stream.startsWith(name)));

/**
 * Checks an Ogg file: the codecs of its streams, by the first page of each, and whether its last page is complete.
 */
export const checkOgg: FormatCheck = async (file) => {
  const walk = new SequentialFileReader(file);
  const streams: string[] = [];
  for (let n = 0; n < mostStreams; n++) {
    await walk.need(27);
    const header = walk.take(27);
    if (header.toString('latin1', 0, 4) !== 'OggS') throw new InvalidFormat();
    if (!((header[5] ?? 0) & 2)) break;
    const pieces = header[26] ?? 0;
    await walk.need(pieces);
    const length = walk.take(pieces).reduce((sum, one) => sum + one, 0);
    await walk.need(length);
    streams.push(walk.take(length).toString('latin1', 0, 8));
  }
  const { at, bytes } = await file.tail(longestPage);
  const end = at + endOfLastPage(bytes);
  if (begins(streams, films)) return { type: 'video/ogg', end };
  if (begins(streams, sounds)) return { type: 'audio/ogg', end };
  return { other: 'application/ogg' };
};

/**
 * Returns the offset at which the last page ends.
 * @throws InvalidFormat if that page is incomplete
 */
function endOfLastPage(bytes: Buffer): number {
  const begins = bytes.lastIndexOf('OggS');
  const pieces = bytes[begins + 26];
  if (begins < 0 || pieces === undefined) throw new InvalidFormat();
  let end = begins + 27 + pieces;
  for (const length of bytes.subarray(begins + 27, begins + 27 + pieces)) end += length;
  if (end > bytes.length) throw new InvalidFormat();
  return end;
}

/**
 * How many bytes may lie between the end of an ID3 tag and the first frame: some programs write
 * zeros there.
 */
const mostGap = 65_536;

/** Checks an MP3: an optional ID3 tag, then two consecutive frames of layer III. */
export const checkMpeg: FormatCheck = async (file) => {
  const head = await file.read(0, 10);
  const hasTag = head.toString('latin1', 0, 3) === 'ID3';
  const begins = hasTag ? tagEnd(head) : 0;
  if (begins >= file.size) throw new InvalidFormat();
  const bytes = await file.read(begins, mostGap);
  if (!hasTwoFrames(bytes, hasTag ? mostGap : 1)) throw new InvalidFormat();
  return { type: 'audio/mpeg', end: file.size };
};

/**
 * Whether the bytes contain two consecutive frames of MPEG audio layer III.
 * @param within how many bytes may precede the first frame
 */
function hasTwoFrames(bytes: Buffer, within: number): boolean {
  for (let at = 0; at < Math.min(within, bytes.length - 3); at++) {
    const length = bytes[at] === 0xff ? mp3FrameBytes(bytes.readUInt32BE(at)) : undefined;
    if (!length) continue;
    const next = at + length;
    if (next + 4 > bytes.length || mp3FrameBytes(bytes.readUInt32BE(next)) !== undefined)
      return true;
  }
  return false;
}

/**
 * Returns the offset at which an ID3 tag ends. Each byte of its length field has seven bits; a
 * footer may follow the tag.
 */
function tagEnd(head: Buffer): number {
  const length = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
  return 10 + length + ((head[5] ?? 0) & 0x10 ? 10 : 0);
}
