import { UnexpectedEndOfFile, type FileBytes } from '../bytes/file-bytes';
import { InvalidFormat, type FormatCheck } from './checked-format';

const id = {
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  track: 0xae,
  trackType: 0x83,
};
/** How many elements are read at most until the end of the tracks. Nested elements count, too. */
const mostElements = 10_000;
/** How many further elements of this file may still be read. */
interface Budget {
  left: number;
}

interface Element {
  readonly id: number;
  readonly from: number;
  /**
   * The offset at which the element ends; Infinity if its length is unknown, as in an unfinished
   * recording.
   */
  readonly end: number;
}

/** Reads the id and length of the element at an offset (RFC 8794, 4). */
async function elementAt(file: FileBytes, at: number): Promise<Element> {
  const head = await file.read(at, 12);
  const idBytes = Math.clz32(head[0] ?? 0) - 23;
  const lengthBytes = Math.clz32(head[idBytes] ?? 0) - 23;
  if (idBytes > 4 || lengthBytes > 8) throw new InvalidFormat();
  if (head.length < idBytes + lengthBytes) throw new UnexpectedEndOfFile();
  let length = BigInt((head[idBytes] ?? 0) & (0xff >> lengthBytes));
  for (let i = 1; i < lengthBytes; i++) length = length * 256n + BigInt(head[idBytes + i] ?? 0);
  const isUnknown = length === 2n ** BigInt(7 * lengthBytes) - 1n;
  const from = at + idBytes + lengthBytes;
  return {
    id: head.readUIntBE(0, idBytes),
    from,
    end: isUnknown ? Infinity : from + Number(length),
  };
}

/** Yields the elements within a range. If an element is longer, its end is set to the range's end. */
async function* elementsIn(
  file: FileBytes,
  { from, end }: Pick<Element, 'from' | 'end'>,
  budget: Budget,
): AsyncGenerator<Element> {
  let at = from;
  while (at < Math.min(end, file.size) && budget.left-- > 0) {
    const element = await elementAt(file, at);
    yield { ...element, end: Math.min(element.end, end) };
    if (element.end === Infinity) return;
    at = element.end;
  }
}

/** Checks a WebM video or sound file; an unfinished recording has no length, and ends where the file does. */
export const checkEbml: FormatCheck = async (file) => {
  const header = await elementAt(file, 0);
  const budget = { left: mostElements };
  let kind = '';
  for await (const one of elementsIn(file, header, budget))
    if (one.id === id.docType && one.end - one.from <= 32)
      kind = (await file.read(one.from, one.end - one.from)).toString('latin1').replace(/\0+$/, '');
  if (kind !== 'webm') return { other: kind === 'matroska' ? 'video/matroska' : 'EBML' };
  const segment = await elementAt(file, header.end);
  if (segment.id !== id.segment) throw new InvalidFormat();
  if (segment.end !== Infinity && segment.end > file.size) throw new UnexpectedEndOfFile();
  const tracks = await tracksOf(file, segment, budget);
  const end = Math.min(segment.end, file.size);
  if (tracks.has(1)) return { type: 'video/webm', end };
  if (tracks.has(2)) return { type: 'audio/webm', end };
  throw new InvalidFormat();
};

/** Reads the types of the tracks: 1 is video, 2 is sound. */
async function tracksOf(file: FileBytes, segment: Element, budget: Budget): Promise<Set<number>> {
  const types = new Set<number>();
  for await (const one of elementsIn(file, segment, budget)) {
    if (one.id === id.cluster) break;
    if (one.id !== id.tracks) continue;
    for await (const track of elementsIn(file, one, budget)) {
      if (track.id !== id.track) continue;
      for await (const part of elementsIn(file, track, budget))
        if (part.id === id.trackType) types.add((await file.read(part.from, 1))[0] ?? 0);
    }
  }
  return types;
}
