import { setImmediate as turn } from 'node:timers/promises';
import { Zip } from 'fflate';
import { ZipEntry, type ZipCompression } from './zip-entry';

const sliceLength = 200_000;
/** The length of a part in bytes; only the last part is shorter. */
const partLength = 262_144;
/**
 * The limits of an archive. `file`: the largest size of an entry in bytes without ZIP64. `archive`:
 * the largest size in bytes that fits into the integer columns of exports. `entries`: the largest
 * number of entries without ZIP64.
 */
const most = { file: 2 ** 32 - 1, archive: 2 ** 31 - 1, entries: 2 ** 16 - 1 };

/**
 * The content of a file in an archive. Texts are encoded as UTF-8, and bytes are written as they
 * are.
 */
export type ArchiveFileContent = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Thrown if the archive or one of its files is too large. Retrying is useless, because the size
 * would be the same.
 */
export class ArchiveTooLargeError extends Error {}

/**
 * A ZIP archive that is compressed and written in slices. It needs little memory, however large it
 * is, and does not block the event loop.
 */
export class ZipArchive {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  private written = 0;
  private entries = 0;
  private failure: Error | undefined;
  /** The write of the previous part, which may still be in progress. */
  private writing: Promise<void> = Promise.resolve();
  private readonly zip = new Zip((error, chunk) => {
    if (error) this.failure = error;
    else {
      this.chunks.push(chunk);
      this.length += chunk.length;
    }
  });

  /**
   * @param write receives the parts one after the other. While one part is written, only the next
   * one is prepared
   */
  constructor(
    private readonly madeAt: Date,
    private readonly write: (part: Buffer, firstByte: number) => Promise<void>,
  ) {}

  /** @throws Error for a file or an archive that is too large */
  async add(
    name: string,
    content: ArchiveFileContent,
    packing: ZipCompression = 'all',
  ): Promise<void> {
    this.entries += 1;
    if (this.entries > most.entries)
      throw new ArchiveTooLargeError('too many files for an archive');
    const entry = new ZipEntry(name, this.madeAt, packing);
    this.zip.add(entry);
    let size = 0;
    const push = async (bytes: Uint8Array) => {
      size += bytes.length;
      if (size > most.file) throw new ArchiveTooLargeError('a file is too large for an archive');
      for (let at = 0; at < bytes.length; at += sliceLength) {
        await entry.push(bytes.subarray(at, at + sliceLength));
        await turn();
        await this.handOn(partLength);
      }
    };
    let text = '';
    for await (const piece of content) {
      const isBytes = typeof piece !== 'string';
      if (!isBytes) text += piece;
      if (text.length >= sliceLength || (isBytes && text !== '')) {
        await push(Buffer.from(text));
        text = '';
      }
      if (isBytes) await push(piece);
    }
    await push(Buffer.from(text));
    await entry.finish();
  }

  /**
   * Writes the remaining parts.
   * @returns the size of the complete archive
   * @throws Error that prevented an entry from being written
   */
  async end(): Promise<number> {
    this.zip.end();
    await this.handOn(1);
    await this.writing;
    this.mustGoOn();
    return this.written;
  }

  private mustGoOn(): void {
    if (this.failure) throw this.failure;
  }

  private async handOn(atLeast: number): Promise<void> {
    this.mustGoOn();
    if (this.length < atLeast) return;
    let rest = Buffer.concat(this.chunks.splice(0));
    this.length -= rest.length;
    while (rest.length >= atLeast) {
      const part = rest.subarray(0, partLength);
      if (this.written + part.length > most.archive)
        throw new ArchiveTooLargeError('an archive is too large to be kept');
      await this.writing;
      this.mustGoOn();
      this.writing = this.write(part, this.written).catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      });
      this.written += part.length;
      rest = rest.subarray(part.length);
    }
    // Puts the bytes that did not fill a part back in front: the chunks that were compressed in the
    // meantime come after them.
    this.length += rest.length;
    if (rest.length > 0) this.chunks.unshift(rest);
  }
}
