/** Runs a limited number of tasks at the same time; the others wait in the order in which they came. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The waiting caller takes over the slot itself, so that none overtakes.
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
