/**
 * The limits for requests that are collected in memory before they are written. Requests beyond
 * these limits are not counted.
 */
export const missingFileLimits = {
  /**
   * How many runs are counted at the same time; `paths`: how many different paths of each run are
   * counted. The number is small, because each path becomes a row of the database.
   */
  runs: 1_000,
  paths: 20,
  /** How many characters of a path are kept; the file names of errors have the same limit. */
  pathLength: 500,
  /** How many requests for the same path of a run are counted at most. */
  times: 10_000,
} as const;

export interface MissingFileRequest {
  /**
   * The hash of the run's key, as the run's row stores it (`servingKeyHash`), in hexadecimal
   * digits.
   */
  readonly key_hash: string;
  readonly path: string;
  readonly times: number;
}

/**
 * Replaces characters that a PostgreSQL text column refuses: U+0000, and half of a surrogate pair.
 */
const plain = (path: string): string =>
  path.slice(0, missingFileLimits.pathLength).replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** Collects requests for missing files, in bounded memory, until they are written. */
export class MissingFileCounts {
  private byRun = new Map<string, Map<string, number>>();

  add({ key_hash, path: asked, times }: MissingFileRequest): void {
    const path = plain(asked);
    const paths = this.byRun.get(key_hash) ?? new Map<string, number>();
    const known = paths.get(path);
    if (known === undefined && paths.size >= missingFileLimits.paths) return;
    if (paths.size === 0) {
      if (this.byRun.size >= missingFileLimits.runs) return;
      this.byRun.set(key_hash, paths);
    }
    paths.set(path, Math.min((known ?? 0) + times, missingFileLimits.times));
  }

  /** Returns all collected requests and empties the collection. */
  take(): MissingFileRequest[] {
    const taken = [...this.byRun].flatMap(([key_hash, paths]) =>
      [...paths].map(([path, times]) => ({ key_hash, path, times })),
    );
    this.byRun = new Map();
    return taken;
  }
}
