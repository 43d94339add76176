import { DomainError } from '../errors/errors';
import { isLockTimeout } from '../errors/transient-failure';
import {
  runBatch,
  rowLockedElsewhere,
  type BatchAnswers,
  type SingleItemRetry,
  type ProcessBatch,
  type BatchRequest,
} from './batch';

/** How a queue groups its items into batches. */
export interface BatchQueueOptions<Key, Item> {
  /**
   * Returns the key of an item. Two batches with the same key never run at the same time, even if
   * they belong to different queues.
   */
  key: (item: Item) => Key;
  /** The largest number of items in a batch. */
  max: number;
  /** The largest number of items with the same key in a batch; by default `max`. */
  maxPerKey?: number;
  /** Returns the kind of an item. Items of different kinds never share a batch. */
  kind?: (item: Item) => unknown;
  /**
   * Returns the size of an item. The items of a batch have at most the size `maxSize` in total,
   * unless a single item is larger.
   */
  size?: (item: Item) => number;
  maxSize?: number;
  /**
   * Decides about further attempts after a failure; without this function, no item is tried again.
   * It is called
   * - after a failed batch: returns whether each item of the batch is tried again alone;
   * - after each failed attempt with a single item: returns whether the next item is tried.
   */
  retryAlone?: (error: unknown, waits: boolean) => boolean;
}

/** A key with waiting requests or a running batch. */
export interface BatchKeyState<Key> {
  readonly key: Key;
  /** The queues with requests for the key, in the order in which they are served. */
  readonly queues: Set<KeyedQueue<Key>>;
  busy: boolean;
  /**
   * Whether another transaction has locked the database row of the key. If so, only a batch that
   * may wait for the lock handles the key's requests. If too many batches wait for locks already,
   * the batcher tries the key again after a pause.
   */
  isLocked: boolean;
  /**
   * When a batch first found the row of the key locked, in milliseconds of the process's clock. It
   * stays set until a batch can lock the row.
   */
  lockedSince?: number;
}

/** What a batch found out about one of its keys. */
export interface KeyBatchResult<Key> {
  readonly state: BatchKeyState<Key>;
  readonly isLocked: boolean;
  /**
   * The error of PostgreSQL, if the batch waited for the key's row and reached the lock timeout.
   */
  readonly timeout?: unknown;
}

/**
 * The methods of a queue that the batcher calls. They do not depend on the type of the queue's
 * items.
 */
export interface KeyedQueue<Key> {
  readonly isEmpty: boolean;
  /** @returns a batch to run, or undefined if no item waits for any of these keys */
  take(
    free: Iterable<BatchKeyState<Key>>,
    waits: boolean,
  ): { states: BatchKeyState<Key>[]; run: () => Promise<KeyBatchResult<Key>[]> } | undefined;
  rejectAll(key: Key, error: unknown): void;
}

/** The methods of the batcher that its queues call. */
export interface BatchQueueOwner<Key> {
  /**
   * Schedules a batch for the key.
   * @throws DomainError unavailable if the batcher is closed
   */
  enqueue(key: Key): void;
  readonly isClosed: () => boolean;
  readonly hasLockedRows: boolean;
}

/** Collects the requests for one kind of work until a batch handles them. */
export class BatchQueue<Key, Item, Answer> implements KeyedQueue<Key> {
  private readonly waiting = new Map<Key, BatchRequest<Key, Item, Answer>[]>();
  private readonly attempts: SingleItemRetry;

  constructor(
    private readonly options: BatchQueueOptions<Key, Item>,
    private readonly owner: BatchQueueOwner<Key>,
  ) {
    this.attempts = { retryAlone: options.retryAlone, isClosed: owner.isClosed };
  }

  /**
   * Adds an item and waits for its answer.
   * @param process handles the items of a batch. A batch uses the function of its first item; if an
   * item is tried again alone, its own function handles it.
   * @throws the error of the item, or the error of its batch
   */
  load(item: Item, process: ProcessBatch<Item, Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const key = this.options.key(item);
      this.owner.enqueue(key);
      const request = { key, item, process, resolve, reject };
      const others = this.waiting.get(key);
      if (others) others.push(request);
      else this.waiting.set(key, [request]);
    });
  }

  /** How many requests with the key wait for a batch. */
  countOf(key: Key): number {
    return this.waiting.get(key)?.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  take(free: Iterable<BatchKeyState<Key>>, waits: boolean) {
    const taken = this.takeRequests(free);
    if (taken.size === 0) return undefined;
    const run = async () => {
      const answers = await runBatch([...taken.values()].flat(), waits, this.attempts);
      let next = 0;
      return [...taken].map(([state, own]) =>
        this.finish(state, own, answers.slice(next, (next += own.length)), waits),
      );
    };
    return { states: [...taken.keys()], run };
  }

  rejectAll(key: Key, error: unknown): void {
    for (const request of this.waiting.get(key) ?? []) request.reject(error);
    this.waiting.delete(key);
  }

  private takeRequests(
    free: Iterable<BatchKeyState<Key>>,
  ): Map<BatchKeyState<Key>, BatchRequest<Key, Item, Answer>[]> {
    const { max, maxPerKey = max, kind, size, maxSize = Infinity } = this.options;
    const taken = new Map<BatchKeyState<Key>, BatchRequest<Key, Item, Answer>[]>();
    let room = max;
    let total = 0;
    let first: { kind: unknown } | undefined;
    for (const state of free) {
      const others = this.waiting.get(state.key) ?? [];
      let count = 0;
      let isFull = false;
      const most = Math.min(room, maxPerKey);
      for (const { item } of others) {
        if (count === most) break;
        const itemKind = kind?.(item);
        first ??= { kind: itemKind };
        if (itemKind !== first.kind) break;
        const itemSize = size?.(item) ?? 0;
        isFull = total > 0 && total + itemSize > maxSize;
        if (isFull) break;
        total += itemSize;
        count++;
      }
      if (count > 0) taken.set(state, this.remove(state, count));
      room -= count;
      if (isFull || room === 0) break;
    }
    return taken;
  }

  /**
   * Removes and returns the first requests of a key. If requests remain, this queue moves behind
   * the other queues of the key.
   */
  private remove(state: BatchKeyState<Key>, count: number): BatchRequest<Key, Item, Answer>[] {
    const all = this.waiting.get(state.key) ?? [];
    state.queues.delete(this);
    if (all.length > count) state.queues.add(this);
    else this.waiting.delete(state.key);
    return all.splice(0, count);
  }

  private finish(
    state: BatchKeyState<Key>,
    requests: readonly BatchRequest<Key, Item, Answer>[],
    answers: BatchAnswers<Answer>,
    waits: boolean,
  ): KeyBatchResult<Key> {
    const locked: BatchRequest<Key, Item, Answer>[] = [];
    requests.forEach((request, i) => {
      const answer = answers[i];
      if (answer instanceof Error) request.reject(answer);
      else if (answer !== rowLockedElsewhere) request.resolve(answer as Answer);
      else if (!this.owner.hasLockedRows) request.reject(new Error(withoutLockedRows));
      else if (waits) request.reject(new DomainError('unavailable'));
      else locked.push(request);
    });
    if (locked.length > 0) {
      // Puts the requests whose rows are locked back in front of the later requests, so that all
      // keep their order.
      this.waiting.set(state.key, [...locked, ...(this.waiting.get(state.key) ?? [])]);
      state.queues.add(this);
    }
    const timeout = waits ? answers.find(isLockTimeout) : undefined;
    return { state, isLocked: locked.length > 0, timeout };
  }
}

const withoutLockedRows = 'locked elsewhere, in a batcher that knows no locked rows';
