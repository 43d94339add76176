import { createHash, type Hash } from 'node:crypto';

interface Running {
  readonly hash: Hash;
  /** How many bytes from the beginning of the file the hash covers. */
  readonly at: number;
}

/**
 * Hashes files (SHA-256) while their pieces arrive, so that a completed file need not be read
 * again. The number of hashes is limited: the least recently used one is dropped, and its file is
 * read again when the file is complete.
 */
export class RunningHashes {
  private readonly byFile = new Map<string, Running>();

  constructor(private readonly most: number) {}

  /**
   * Adds a piece to the hash of its file. The first piece of a file starts a new hash. If another
   * piece does not follow directly on the hashed bytes, the hash is dropped.
   */
  add(file: string, offset: number, piece: Uint8Array): void {
    const running = offset === 0 ? { hash: createHash('sha256'), at: 0 } : this.byFile.get(file);
    this.byFile.delete(file);
    if (running?.at !== offset) return;
    running.hash.update(piece);
    this.byFile.set(file, { hash: running.hash, at: offset + piece.length });
    for (const oldest of this.byFile.keys()) {
      if (this.byFile.size <= this.most) return;
      this.byFile.delete(oldest);
    }
  }

  /**
   * Returns how many bytes from the beginning of the file the hash covers; 0 if it covers more than
   * `size`.
   */
  coveredOf(file: string, size: number): number {
    const at = this.byFile.get(file)?.at ?? 0;
    return at <= size ? at : 0;
  }

  /**
   * Returns the hash of the first `size` bytes in hexadecimal digits; undefined if the running hash
   * does not cover exactly these bytes.
   */
  digestOf(file: string, size: number): string | undefined {
    const running = this.byFile.get(file);
    return running?.at === size ? running.hash.copy().digest('hex') : undefined;
  }

  forget(file: string): void {
    this.byFile.delete(file);
  }
}
