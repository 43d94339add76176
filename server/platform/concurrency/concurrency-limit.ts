/**
 * Runs a limited number of tasks at the same time; further tasks wait and start in the order in
 * which they came.
 */
export class ConcurrencyLimit {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Passes the free place directly to the first waiting task, so that no later task can take it
      // first.
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
