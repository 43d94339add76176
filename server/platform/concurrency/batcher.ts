export interface BatcherOptions {
  max?: number;
  /** How many runs there may be at the same time. */
  atOnce?: number;
  /** How long a first caller waits for others; the present turn of the event loop where absent. */
  gatherMs?: number;
}

type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

/**
 * Callers that wait for the same kind of work share one run: while as many batches as may are
 * running, the next one collects its keys. Nothing is cached between runs, so no result is stale.
 * `run` returns its results in the order of its keys; an Error among them fails only that caller.
 */
export class Batcher<K, V> {
  private readonly waiting: Waiting<K, V>[] = [];
  private running = 0;
  private scheduled = false;
  private readonly max: number;
  private readonly atOnce: number;
  private readonly gatherMs: number;

  constructor(
    private readonly run: (keys: K[]) => Promise<(V | Error)[]>,
    { max = 256, atOnce = 1, gatherMs = 0 }: BatcherOptions = {},
  ) {
    this.max = max;
    this.atOnce = atOnce;
    this.gatherMs = gatherMs;
  }

  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.running >= this.atOnce || this.scheduled || this.waiting.length === 0) return;
    this.scheduled = true;
    const begin = () => {
      this.scheduled = false;
      this.drain();
    };
    // Not at once: requests that arrived together share a batch.
    if (this.gatherMs > 0) setTimeout(begin, this.gatherMs);
    else setImmediate(begin);
  }

  private drain(): void {
    while (this.waiting.length > 0 && this.running < this.atOnce) {
      this.running++;
      void this.answer(this.waiting.splice(0, this.max)).finally(() => {
        this.running--;
        if (this.gatherMs > 0) this.schedule();
        else this.drain();
      });
    }
  }

  private async answer(batch: Waiting<K, V>[]): Promise<void> {
    try {
      const answers = await this.run(batch.map((w) => w.key));
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i];
        if (answer instanceof Error) reject(answer);
        else resolve(answer as V);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
