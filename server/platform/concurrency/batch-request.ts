/** The answer for an item that was not touched, because another transaction holds its row. */
export const lockedElsewhere = Symbol('locked elsewhere');

/** One answer for each item of a batch, in their order. An Error fails that item alone. */
export type Answers<Answer> = readonly (Answer | Error | typeof lockedElsewhere)[];

/** Items that are processed together. */
export class Batch<Item, Answer> {
  private isSettled = false;

  /**
   * @param waits whether the batch may wait for rows that another transaction holds; if so, all its
   * items have one key. If not, it answers `lockedElsewhere` for each item whose row is held.
   */
  constructor(
    readonly items: Item[],
    readonly waits: boolean,
    private readonly end: (answers: Promise<Answers<Answer>>) => void,
  ) {}

  settle(answers: Promise<Answers<Answer>>): void {
    if (this.isSettled) throw new Error('a batch is settled once');
    this.isSettled = true;
    this.end(answers);
  }

  /** Settles a batch of one item. */
  settleOne(answer: Promise<Answer | typeof lockedElsewhere>): void {
    this.settle(answer.then((one) => [one]));
  }

  /** Fails the batch if its leader left it without answers. */
  abandon(): void {
    if (!this.isSettled) this.settle(Promise.reject(new Error('a batch without answers')));
  }
}

/**
 * One item that waits for its answer. The first request of a batch leads it, that is, processes it
 * for all; the others only wait:
 *
 *     const request = line.request(item);
 *     for await (const batch of request) batch.settle(this.process(batch.items));
 *     return request.answer();
 *
 * The caller of each request must iterate, since any request may come to lead a batch.
 */
export class BatchRequest<Item, Answer> implements AsyncIterable<Batch<Item, Answer>> {
  private batch: Batch<Item, Answer> | undefined;
  private outcome: { value: Answer } | { error: unknown } | undefined;
  private wake: () => void = () => undefined;

  constructor(readonly item: Item) {}

  /** Yields each batch that this request leads, until the request has its answer. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Batch<Item, Answer>, void, undefined> {
    for (;;) {
      const { batch } = this;
      if (batch) {
        this.batch = undefined;
        try {
          yield batch;
        } finally {
          batch.abandon();
        }
      } else if (this.outcome) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Called after the iteration. @throws the item's own error, or that of its batch */
  answer(): Answer {
    if (!this.outcome) throw new Error('a request without an answer');
    if ('error' in this.outcome) throw this.outcome.error;
    return this.outcome.value;
  }

  lead(batch: Batch<Item, Answer>): void {
    this.batch = batch;
    this.wake();
  }

  resolve(value: Answer): void {
    this.outcome = { value };
    this.wake();
  }

  reject(error: unknown): void {
    this.outcome = { error };
    this.wake();
  }
}
