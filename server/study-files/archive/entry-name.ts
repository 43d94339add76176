import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** The name of an entry, as stored in the archive. */
export interface RawEntryName {
  readonly bytes: Buffer;
  /** Whether bit 11 of the entry's flags declares the name to be UTF-8. */
  readonly saysUtf8: boolean;
  readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
}
export interface DecodedEntryName {
  readonly name: string;
  /** Whether the encoding of the name was guessed, since the archive does not state it. */
  readonly guessed: boolean;
}

/**
 * The id of Info-ZIP's extra field. It contains the name in UTF-8, for an entry whose ordinary name
 * is in another encoding (PKWARE's APPNOTE, 4.6.9).
 */
const unicodePath = 0x7075;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

const as437 = (bytes: Buffer): string => yauzl.getFileNameLowLevel(0, bytes, [], true);

function unicodeNameOf({ bytes, extraFields }: RawEntryName): string | null {
  for (const { id, data } of extraFields) {
    if (id !== unicodePath || data.length < 6 || data[0] !== 1) continue;
    // The field contains a checksum of the entry's ordinary name. If the checksum does not match, a
    // program that does not know the field has renamed the entry, and the field is out of date.
    if (data.readUInt32LE(1) === crc32(bytes)) return asUtf8(data.subarray(5));
  }
  return null;
}

/**
 * Decodes the name of an entry. Bytes that are valid UTF-8 are read as UTF-8, even if the entry
 * does not declare it, because Finder, `ditto` and bsdtar omit the declaration. Other bytes are
 * read as code page 437, which old Windows and DOS programs write.
 */
export function decodeEntryName(raw: RawEntryName): DecodedEntryName {
  const said = unicodeNameOf(raw);
  if (said !== null) return { name: said, guessed: false };
  const name = asUtf8(raw.bytes);
  const isPlain = raw.bytes.every((byte) => byte < 0x80);
  if (name !== null) return { name, guessed: !raw.saysUtf8 && !isPlain };
  return { name: as437(raw.bytes), guessed: true };
}
