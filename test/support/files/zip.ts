import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive. Header fields that the test does not set have their true values. */
export interface ZipEntry {
  name: string | Buffer;
  content?: string | Buffer;
  /** The compression method; 8 (deflated) by default. */
  method?: number;
  /** The Unix mode, with the type of the file. */
  mode?: number;
  encrypted?: boolean;
  /** Whether the entry claims that its name is UTF-8 (bit 11); true by default. */
  saysUtf8?: boolean;
  /** The system that made the entry, by its number in the ZIP format; 3 (Unix) by default. */
  system?: number;
  /** The entry's extra fields, in the central directory. */
  extra?: Buffer;
  /** False values that the header states in place of the true size and checksum. */
  says?: { bytes?: number; crc?: number };
  /**
   * If set, this entry adds no bytes. Instead, the archive's directory states that this entry
   * begins where the entry with this number begins.
   */
  sharesWith?: number;
}

const utf8 = 0x800;

/** Writes a ZIP archive byte by byte, so that a test can falsify each field. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (const {
    name,
    content = '',
    method = 8,
    mode,
    encrypted,
    saysUtf8 = true,
    system = 3,
    extra = Buffer.alloc(0),
    says = {},
    sharesWith,
  } of entries) {
    const raw = Buffer.from(content);
    const packed = method === 8 ? deflateRawSync(raw) : raw;
    const file = Buffer.from(name);
    const sizes = [says.crc ?? crc32(raw), packed.length, says.bytes ?? raw.length];
    const flags = (saysUtf8 ? utf8 : 0) | (encrypted ? 1 : 0);
    const offset = sharesWith === undefined ? at : (offsets[sharesWith] ?? 0);
    offsets.push(offset);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    sizes.forEach((size, i) => common.writeUInt32LE(size, 10 + 4 * i));
    common.writeUInt16LE(file.length, 22);
    if (sharesWith === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, file, packed]);
      parts.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const ofDirectory = Buffer.from(common);
    ofDirectory.writeUInt16LE(extra.length, 24);
    directory.push(
      Buffer.concat([
        ...[Buffer.from('PK\x01\x02'), Buffer.from([20, system]), ofDirectory, rest, file],
        extra,
      ]),
    );
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Packs the files of a study into an archive. @param files the contents by path */
export const zipFiles = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
