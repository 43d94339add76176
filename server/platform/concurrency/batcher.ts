import type { Answers } from './batch';
import type { BatchQueue } from './batch-queue';
import { KeyedBatcher } from './keyed-batcher';

export interface BatcherOptions {
  max?: number;
  /** How many batches there may be at the same time. */
  atOnce?: number;
  /** How long a first caller waits for others; by default until the end of the current event-loop turn. */
  gatherMs?: number;
}

/**
 * Callers that wait for the same kind of work share one run: while the maximum number of batches is running, the next
 * one collects its items. Nothing is cached between runs, so no result is stale. `run` returns its results in the
 * order of its items; an Error among them fails only that caller.
 */
export class Batcher<Item, Answer> {
  private readonly queue: BatchQueue<symbol, Item, Answer>;

  constructor(
    private readonly run: (items: Item[]) => Promise<Answers<Answer>>,
    { max = 256, atOnce = 1, gatherMs = 0 }: BatcherOptions = {},
  ) {
    // Each item has a unique key, so none waits for another one.
    this.queue = new KeyedBatcher<symbol>({ atOnce, gatherMs }).queue({ key: () => Symbol(), max });
  }

  load(item: Item): Promise<Answer> {
    return this.queue.load(item, (items) => this.run(items));
  }
}
