import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** The name of an entry as the archive has it. */
export interface RawName {
  readonly bytes: Buffer;
  /** Bit 11 of its flags: the name is declared as UTF-8. */
  readonly saysUtf8: boolean;
  readonly extraFields: readonly { readonly id: number; readonly data: Buffer }[];
}
export interface ReadName {
  readonly name: string;
  /** Whether the encoding of the name was guessed, since the archive does not state it. */
  readonly guessed: boolean;
}

/** Info-ZIP's name in UTF-8 beside one in another encoding (PKWARE's APPNOTE, 4.6.9). */
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

function unicodeNameOf({ bytes, extraFields }: RawName): string | null {
  for (const { id, data } of extraFields) {
    if (id !== unicodePath || data.length < 6 || data[0] !== 1) continue;
    // If the checksum differs, a program that does not know this field has changed the name since.
    if (data.readUInt32LE(1) === crc32(bytes)) return asUtf8(data.subarray(5));
  }
  return null;
}

/**
 * Decodes a name. Finder, `ditto` and bsdtar write UTF-8 without declaring it; valid UTF-8 beyond ASCII is almost
 * never another encoding. Otherwise it is code page 437, as old Windows and DOS write.
 */
export function nameOf(raw: RawName): ReadName {
  const said = unicodeNameOf(raw);
  if (said !== null) return { name: said, guessed: false };
  const name = asUtf8(raw.bytes);
  const isPlain = raw.bytes.every((byte) => byte < 0x80);
  if (name !== null) return { name, guessed: !raw.saysUtf8 && !isPlain };
  return { name: as437(raw.bytes), guessed: true };
}
