import { once } from 'node:events';
import { constants, crc32, createDeflateRaw, type DeflateRaw, type ZlibOptions } from 'node:zlib';
import type { FlateError, ZipInputFile } from 'fflate';

const options: ZlibOptions & { writableHighWaterMark: number } = {
  level: 6,
  // Bytes that are compressed before the thread has to wait for this one: all of a slice (archive.ts).
  chunkSize: 262_144,
  // How many bytes may wait to be compressed while more are produced.
  writableHighWaterMark: 400_000,
};

/**
 * How a file is packed. `codes`: repetitions in the content have been removed already, as snappy does for Parquet;
 * zlib then only applies Huffman coding, since another search would take three times as long and save one percent.
 */
export type Packing = 'all' | 'codes';
const strategies: Record<Packing, number> = {
  all: constants.Z_DEFAULT_STRATEGY,
  codes: constants.Z_HUFFMAN_ONLY,
};

/** A file of a ZIP that zlib compresses, in a thread of its own: several times as fast as JavaScript. */
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
    packing: Packing = 'all',
  ) {
    this.packed = createDeflateRaw({ ...options, strategy: strategies[packing] });
    this.packed.on('error', (error) => this.ondata?.(error as FlateError, new Uint8Array(), true));
    this.packed.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false));
  }

  /** @returns immediately while little waits to be compressed; otherwise when the buffer has space again. */
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
