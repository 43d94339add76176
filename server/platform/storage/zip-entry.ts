import { once } from 'node:events';
import { constants, crc32, createDeflateRaw, type DeflateRaw, type ZlibOptions } from 'node:zlib';
import type { FlateError, ZipInputFile } from 'fflate';

const options: ZlibOptions & { writableHighWaterMark: number } = {
  level: 6,
  // The size of an output chunk in bytes. A compressed slice (archive.ts) fits into one chunk, so
  // zlib's thread never waits until JavaScript has taken a full chunk.
  chunkSize: 262_144,
  // How many bytes may wait for compression before `push` makes its caller wait.
  writableHighWaterMark: 400_000,
};

/**
 * How a file is compressed. `all`: search for repetitions, and Huffman coding. `codes`: only
 * Huffman coding, for data that are already compressed, such as Parquet with snappy. A search for
 * repetitions would take three times as long there, and save one percent.
 */
export type ZipCompression = 'all' | 'codes';
const strategies: Record<ZipCompression, number> = {
  all: constants.Z_DEFAULT_STRATEGY,
  codes: constants.Z_HUFFMAN_ONLY,
};

/**
 * A file in a ZIP that zlib compresses in a thread of its own, several times as fast as JavaScript.
 */
export class ZipEntry implements ZipInputFile {
  readonly compression = 8;
  size = 0;
  crc = 0;
  /** Set by the archive to which the file is added. */
  ondata?: ZipInputFile['ondata'];
  private readonly packed: DeflateRaw;

  constructor(
    readonly filename: string,
    readonly mtime: Date,
    packing: ZipCompression = 'all',
  ) {
    this.packed = createDeflateRaw({ ...options, strategy: strategies[packing] });
    this.packed.on('error', (error) => this.ondata?.(error as FlateError, new Uint8Array(), true));
    this.packed.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false));
  }

  /**
   * Adds bytes to the file.
   * @returns immediately if few bytes wait for compression, otherwise when there is space again
   */
  async push(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    if (!this.packed.write(bytes)) await once(this.packed, 'drain');
  }

  async finish(): Promise<void> {
    this.packed.end();
    await once(this.packed, 'end');
    this.ondata?.(null, new Uint8Array(), true);
  }
}
