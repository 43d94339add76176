import { open, type FileHandle } from 'node:fs/promises';

const windowBytes = 65_536;
const chunkBytes = 262_144;

/** Reads parts of a file without loading the rest into memory. */
export class FileBytes {
  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  static async open(path: string): Promise<FileBytes> {
    const handle = await open(path, 'r');
    try {
      return new FileBytes(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Reads `length` bytes from offset `at`, or fewer if the file ends before. */
  async read(at: number, length: number): Promise<Buffer> {
    const most = Math.max(0, Math.min(length, this.size - at));
    const bytes = Buffer.allocUnsafe(most);
    let filled = 0;
    while (filled < most) {
      const { bytesRead } = await this.handle.read(bytes, filled, most - filled, at + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  /** Reads the last bytes of the file; `at` is the offset at which they begin. */
  async tail(length: number): Promise<{ at: number; bytes: Buffer }> {
    const at = Math.max(0, this.size - length);
    return { at, bytes: await this.read(at, length) };
  }

  /**
   * Reads the file from beginning to end, in chunks. All chunks share one buffer, so each
   * overwrites the one before.
   */
  async *chunks(): AsyncGenerator<Buffer> {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let at = 0; at < this.size;) {
      const { bytesRead } = await this.handle.read(buffer, 0, chunkBytes, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

/** The file ends before the content that its format announces. */
export class UnexpectedEndOfFile extends Error {}

/**
 * Reads a file sequentially, a window of bytes at a time. A file of millions of small parts then
 * takes few reads. The caller waits for the disk only when it has used all bytes of a window.
 */
export class SequentialFileReader {
  private window: Buffer = Buffer.alloc(0);
  private begins = 0;

  constructor(
    readonly file: FileBytes,
    public at = 0,
    /**
     * The offset at which the range to read ends. A window does not reach beyond it, unless `need`
     * requires more bytes.
     */
    private readonly end = Infinity,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.file.size;
  }

  /** Returns the next bytes; `need` must have made them available before. */
  take(length: number): Buffer {
    const from = this.at - this.begins;
    if (from < 0 || from + length > this.window.length) throw new UnexpectedEndOfFile();
    this.at += length;
    return this.window.subarray(from, from + length);
  }

  /**
   * Makes the next `length` bytes available for `take`.
   * @returns undefined where they are already available, so that a loop need not await each call
   * @throws UnexpectedEndOfFile where the file has fewer
   */
  need(length: number): Promise<void> | undefined {
    const from = this.at - this.begins;
    if (from >= 0 && from + length <= this.window.length) return undefined;
    return this.fill(length);
  }

  /**
   * Returns the unread bytes of the window, at least one.
   * @throws UnexpectedEndOfFile at the end
   */
  async rest(): Promise<Buffer> {
    await this.need(1);
    return this.take(this.window.length - (this.at - this.begins));
  }

  /** @throws UnexpectedEndOfFile where the file ends before the skipped bytes do */
  skip(length: number): void {
    if (this.at + length > this.file.size) throw new UnexpectedEndOfFile();
    this.at += length;
  }

  private async fill(length: number): Promise<void> {
    this.begins = this.at;
    const most = Math.min(windowBytes, this.end - this.at);
    this.window = await this.file.read(this.at, Math.max(length, most));
    if (this.window.length < length) throw new UnexpectedEndOfFile();
  }
}
