/** What is gathered before it is written; beyond it, requests are not counted. */
export const most = {
  /** Addresses of runs at once, and different paths of each: so many rows a run has at most. */
  addresses: 1_000,
  paths: 20,
  /** Characters of a path, as of an error's file. */
  pathLength: 500,
  /** How often one path counts for a run. */
  times: 10_000,
} as const;

export interface Missed {
  /** Of the run's files, in hexadecimal digits. */
  readonly address: string;
  readonly path: string;
  readonly times: number;
}

/** As a text column takes it: PostgreSQL refuses U+0000, and half of a surrogate pair. */
const plain = (path: string): string =>
  path.slice(0, most.pathLength).replace(/[\p{Cc}\p{Cs}]/gu, ' ');

/** Requests for missing files until they are written: bounded, however many come. */
export class GatheredMisses {
  private addresses = new Map<string, Map<string, number>>();

  add({ address, path: asked, times }: Missed): void {
    const path = plain(asked);
    const paths = this.addresses.get(address) ?? new Map<string, number>();
    const known = paths.get(path);
    if (known === undefined && paths.size >= most.paths) return;
    if (paths.size === 0) {
      if (this.addresses.size >= most.addresses) return;
      this.addresses.set(address, paths);
    }
    paths.set(path, Math.min((known ?? 0) + times, most.times));
  }

  /** All of them; none is here any more. */
  take(): Missed[] {
    const taken = [...this.addresses].flatMap(([address, paths]) =>
      [...paths].map(([path, times]) => ({ address, path, times })),
    );
    this.addresses = new Map();
    return taken;
  }
}
