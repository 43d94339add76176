export interface BatcherOptions {
  max?: number;
}

type Waiting<K, V> = { key: K; resolve: (value: V) => void; reject: (error: unknown) => void };

/**
 * Callers that wait for the same kind of work share one run: while one batch is running, the next
 * one collects its keys. Nothing is cached between runs, so no result is stale. `run` returns its
 * results in the order of its keys; an Error among them fails only that caller.
 */
export class Batcher<K, V> {
  private waiting: Waiting<K, V>[] = [];
  private running = false;
  private scheduled = false;
  private readonly max: number;

  constructor(
    private readonly run: (keys: K[]) => Promise<(V | Error)[]>,
    { max = 256 }: BatcherOptions = {},
  ) {
    this.max = max;
  }

  load(key: K): Promise<V> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.running || this.scheduled) return;
      // After the current turn of the event loop, so that requests that arrived together share a
      // batch.
      this.scheduled = true;
      setImmediate(() => {
        this.scheduled = false;
        void this.drain();
      });
    });
  }

  private async drain(): Promise<void> {
    if (this.running) return;
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.max);
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
    this.running = false;
  }
}
