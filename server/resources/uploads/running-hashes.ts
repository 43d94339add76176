import { createHash, type Hash } from 'node:crypto';

interface Running {
  readonly hash: Hash;
  /** How many bytes of the file it covers, from the first. */
  readonly at: number;
}

/**
 * Running SHA-256 hashes of files that arrive in pieces, so that the end need not read the file again. Bounded: the
 * least recently hashed file is forgotten, and read again at its end.
 */
export class RunningHashes {
  private readonly byFile = new Map<string, Running>();

  constructor(private readonly most: number) {}

  /**
   * Adds a piece; if it does not follow the hashed bytes, the file is forgotten, unless the piece is its beginning.
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

  /** How many bytes need not be read again, at most `size`. */
  coveredOf(file: string, size: number): number {
    const at = this.byFile.get(file)?.at ?? 0;
    return at <= size ? at : 0;
  }

  /** In hexadecimal digits; undefined where not exactly `size` bytes are covered. */
  digestOf(file: string, size: number): string | undefined {
    const running = this.byFile.get(file);
    return running?.at === size ? running.hash.copy().digest('hex') : undefined;
  }

  forget(file: string): void {
    this.byFile.delete(file);
  }
}
