import type { BatchAnswers } from './batch';
import type { BatchQueue } from './batch-queue';
import { KeyedBatcher } from './keyed-batcher';

export interface BatcherOptions {
  max?: number;
  /** How many batches may run at the same time. */
  atOnce?: number;
  /**
   * How many milliseconds the first caller waits for others; by default until the end of the
   * current event-loop turn.
   */
  gatherMs?: number;
}

/**
 * Callers that need the same kind of work share one run. While the maximum number of runs is
 * active, further items are collected for the next run. Nothing is cached between runs, so no
 * result is stale. `run` returns its results in the order of its items; an Error among them fails
 * only the caller of that item.
 */
export class Batcher<Item, Answer> {
  private readonly queue: BatchQueue<symbol, Item, Answer>;

  constructor(
    private readonly run: (items: Item[]) => Promise<BatchAnswers<Answer>>,
    { max = 256, atOnce = 1, gatherMs = 0 }: BatcherOptions = {},
  ) {
    // Each item gets a key of its own, so that items never wait for each other.
    this.queue = new KeyedBatcher<symbol>({ atOnce, gatherMs }).queue({ key: () => Symbol(), max });
  }

  load(item: Item): Promise<Answer> {
    return this.queue.load(item, (items) => this.run(items));
  }
}
