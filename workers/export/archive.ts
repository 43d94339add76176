import { setImmediate as turn } from 'node:timers/promises';
import { Zip, ZipDeflate } from 'fflate';

const sliceLength = 200_000;

/** A ZIP that is made slice by slice, so that a large copy keeps nobody else in this process waiting. */
export class Archive {
  private readonly chunks: Uint8Array[] = [];
  private failure: Error | undefined;
  private readonly zip = new Zip((error, chunk) => {
    if (error) this.failure = error;
    else this.chunks.push(chunk);
  });

  constructor(private readonly madeAt: Date) {}

  async add(name: string, content: string): Promise<void> {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = this.madeAt;
    this.zip.add(entry);
    const bytes = Buffer.from(content);
    for (let at = 0; at === 0 || at < bytes.length; at += sliceLength) {
      entry.push(bytes.subarray(at, at + sliceLength), at + sliceLength >= bytes.length);
      await turn();
    }
  }

  /** @throws Error what kept one of the entries from being written. */
  end(): Buffer {
    this.zip.end();
    if (this.failure) throw this.failure;
    return Buffer.concat(this.chunks);
  }
}
