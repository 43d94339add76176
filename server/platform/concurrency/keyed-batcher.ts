import { DomainError } from '../errors/errors';
import {
  BatchQueue,
  type BatchKeyState,
  type KeyedQueue,
  type BatchQueueOptions,
} from './batch-queue';

/** The limits for waiting for rows that another transaction has locked. */
export interface LockedRowWaitOptions {
  /** How many batches at a time may wait for a locked row; each of them handles one key. */
  atOnce: number;
  /**
   * A key waits this many milliseconds and is then tried again, if its row is locked and `atOnce`
   * batches already wait for rows.
   */
  retryMs: number;
  /** The longest time, in milliseconds, for which a request waits for a locked row. */
  patienceMs: number;
}
export interface KeyedBatcherOptions {
  /** How many batches may run at the same time, over all queues. */
  atOnce: number;
  /**
   * How many milliseconds the first request waits for others; by default until the end of the
   * current event-loop turn.
   */
  gatherMs?: number;
  /** The limits for waiting for locked rows; absent if other transactions never lock these rows. */
  lockedRows?: LockedRowWaitOptions;
}

/**
 * Collects requests for the same kind of work (a queue) into batches:
 *
 *     const queue = new KeyedBatcher<string>({ atOnce: 4 }).queue<Item, Answer>({ key, max: 128 });
 *     return queue.load(item, (items) => this.process(items));
 *
 * Each batch calls the function that its first request passed to `load`, with the items of all its
 * requests. Two batches never work on the same key at the same time. Requests whose key is busy
 * wait for a later batch, in their order. Keys take turns, and so do queues. If a key is the id of
 * a database row that another transaction has locked, its requests wait without delaying other
 * keys.
 */
export class KeyedBatcher<Key> {
  private readonly states = new Map<Key, BatchKeyState<Key>>();
  /**
   * All queues, in the order in which they get the next batch. A queue that has just got a batch
   * moves to the end.
   */
  private queues: KeyedQueue<Key>[] = [];
  private running = 0;
  private waitingForRows = 0;
  private isPlanned = false;
  private isClosed = false;
  private gathering: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private whenIdle: (() => void)[] = [];

  constructor(private readonly options: KeyedBatcherOptions) {}

  queue<Item, Answer>(options: BatchQueueOptions<Key, Item>): BatchQueue<Key, Item, Answer> {
    const queue: BatchQueue<Key, Item, Answer> = new BatchQueue(options, {
      enqueue: (key) => this.enqueue(key, queue),
      isClosed: () => this.isClosed,
      hasLockedRows: this.options.lockedRows !== undefined,
    });
    this.queues.push(queue);
    return queue;
  }

  /** How many keys have waiting requests or running batches. */
  get size(): number {
    return this.states.size;
  }

  /** Resolves when no request waits and no batch is running. */
  async idle(): Promise<void> {
    if (this.size > 0) await new Promise<void>((resolve) => this.whenIdle.push(resolve));
  }

  /**
   * Starts no further batch and no further attempt with a single item, and refuses all waiting and
   * later requests with `unavailable`. Resolves when the running batches have ended.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.gathering);
    clearTimeout(this.retry);
    for (const state of [...this.states.values()]) {
      this.rejectAll(state, new DomainError('unavailable'));
      if (!state.busy) this.states.delete(state.key);
    }
    await this.idle();
  }

  private enqueue(key: Key, queue: KeyedQueue<Key>): void {
    if (this.isClosed) throw new DomainError('unavailable');
    let state = this.states.get(key);
    if (!state) {
      state = { key, queues: new Set(), busy: false, isLocked: false };
      this.states.set(key, state);
    }
    state.queues.add(queue);
    this.plan();
  }

  /** Delays the start of batches a little, so that requests that arrive together share a batch. */
  private plan(): void {
    if (this.isPlanned || this.isClosed || this.running >= this.options.atOnce) return;
    this.isPlanned = true;
    const begin = () => {
      this.isPlanned = false;
      this.advance();
    };
    const { gatherMs = 0 } = this.options;
    if (gatherMs > 0) this.gathering = setTimeout(begin, gatherMs);
    else setImmediate(begin);
  }

  /** Starts all batches that can be started now. */
  private advance(): void {
    while (this.running < this.options.atOnce && (this.startWaiting() || this.startNext()));
    const { lockedRows } = this.options;
    if (lockedRows && this.retry === undefined && this.lockedStates().next().done !== true)
      this.retry = setTimeout(() => {
        this.retry = undefined;
        this.tryAgain(lockedRows);
        this.advance();
        this.wakeWhenIdle();
      }, lockedRows.retryMs).unref();
  }

  /** Starts a batch that may wait for the locked row of one key. */
  private startWaiting(): boolean {
    if (this.waitingForRows >= (this.options.lockedRows?.atOnce ?? 0)) return false;
    for (const state of this.lockedStates()) {
      const [queue] = state.queues;
      if (queue && this.start(queue, [state], true)) return true;
    }
    return false;
  }

  private startNext(): boolean {
    for (const queue of this.queues) {
      if (queue.isEmpty || !this.start(queue, this.freeStates(queue), false)) continue;
      this.queues = [...this.queues.filter((other) => other !== queue), queue];
      return true;
    }
    return false;
  }

  private start(
    queue: KeyedQueue<Key>,
    free: Iterable<BatchKeyState<Key>>,
    waits: boolean,
  ): boolean {
    const batch = queue.take(free, waits);
    if (!batch) return false;
    for (const state of batch.states) state.busy = true;
    this.running += 1;
    if (waits) this.waitingForRows += 1;
    void batch.run().then((ends) => {
      this.running -= 1;
      if (waits) this.waitingForRows -= 1;
      for (const { state, isLocked, timeout } of ends) this.finish(state, isLocked, timeout);
      if (this.options.gatherMs) {
        if (this.size > 0) this.plan();
      } else this.advance();
      this.wakeWhenIdle();
    });
    return true;
  }

  private finish(state: BatchKeyState<Key>, isLocked: boolean, timeout: unknown): void {
    state.busy = false;
    state.isLocked = isLocked;
    if (isLocked) state.lockedSince ??= performance.now();
    else delete state.lockedSince;
    if (timeout !== undefined) this.rejectAll(state, timeout);
    if (this.isClosed) this.rejectAll(state, new DomainError('unavailable'));
    this.states.delete(state.key);
    // Moves the key behind all other keys, so that they are served before its remaining requests.
    if (state.queues.size > 0) this.states.set(state.key, state);
  }

  private *freeStates(queue: KeyedQueue<Key>): Generator<BatchKeyState<Key>> {
    for (const state of this.states.values())
      if (!state.busy && !state.isLocked && state.queues.has(queue)) yield state;
  }

  private *lockedStates(): Generator<BatchKeyState<Key>> {
    for (const state of this.states.values()) if (state.isLocked && !state.busy) yield state;
  }

  /**
   * Lets the keys with a locked row be tried again, because the row may be free by now. Requests
   * that have waited too long are refused.
   */
  private tryAgain({ patienceMs }: LockedRowWaitOptions): void {
    for (const state of [...this.lockedStates()]) {
      state.isLocked = false;
      if (performance.now() - (state.lockedSince ?? 0) < patienceMs) continue;
      this.rejectAll(state, new DomainError('unavailable'));
      this.states.delete(state.key);
    }
  }

  private wakeWhenIdle(): void {
    if (this.size === 0) for (const resolve of this.whenIdle.splice(0)) resolve();
  }

  private rejectAll(state: BatchKeyState<Key>, error: unknown): void {
    for (const queue of state.queues) queue.rejectAll(state.key, error);
    state.queues.clear();
  }
}
