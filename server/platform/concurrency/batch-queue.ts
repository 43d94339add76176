import { DomainError } from '../errors/errors';
import { isLockTimeout } from '../errors/transient-failure';
import {
  answersOf,
  lockedElsewhere,
  type Answers,
  type AttemptsAlone,
  type Process,
  type BatchRequest,
} from './batch';

/** The functions and limits by which a queue handles its items. */
export interface QueueOptions<Key, Item> {
  /** No two batches run at the same time for the same key, even if they belong to different queues. */
  key: (item: Item) => Key;
  /** How many items a batch may have at most. */
  max: number;
  /** The most items with the same key in a batch; `max` where absent. */
  maxPerKey?: number;
  /** Returns the kind of an item; items of different kinds never share a batch. */
  kind?: (item: Item) => unknown;
  /** The items of a batch have at most `maxSize` together, unless a single one has more. */
  size?: (item: Item) => number;
  maxSize?: number;
  /**
   * Whether, after a batch failed with this error, each of its items should be tried again alone; and after such an
   * attempt failed, whether the next item should be. If absent, nothing is tried again.
   */
  retryAlone?: (error: unknown, waits: boolean) => boolean;
}

/** A key with waiting requests or a running batch. */
export interface KeyState<Key> {
  readonly key: Key;
  /** The queues with requests for the key; the queue whose turn it is comes first. */
  readonly queues: Set<KeyedQueue<Key>>;
  busy: boolean;
  /**
   * Whether another transaction has locked the row of the key, so that the key needs a batch that may wait, or the
   * next retry.
   */
  isLocked: boolean;
  /**
   * When the row of the key was first found locked, in milliseconds of the process's clock; set until a batch gets
   * the row.
   */
  lockedSince?: number;
}

/** How a batch ended for one of its keys. */
export interface KeyEnd<Key> {
  readonly state: KeyState<Key>;
  readonly isLocked: boolean;
  /** The error if the batch waited for the key's row until PostgreSQL's timeout. */
  readonly timeout?: unknown;
}

/** A queue of items that wait for a batch, as its batcher sees it. */
export interface KeyedQueue<Key> {
  readonly isEmpty: boolean;
  /** @returns a batch to run, or undefined where nothing waits for these keys */
  take(
    free: Iterable<KeyState<Key>>,
    waits: boolean,
  ): { states: KeyState<Key>[]; run: () => Promise<KeyEnd<Key>[]> } | undefined;
  rejectAll(key: Key, error: unknown): void;
}

/** What a queue needs of the batcher that it belongs to. */
export interface QueueOwner<Key> {
  /** Plans a batch with the key. @throws DomainError unavailable where the batcher is closed */
  enqueue(key: Key): void;
  readonly isClosed: () => boolean;
  readonly hasLockedRows: boolean;
}

/** The requests for one kind of work that wait for a batch. */
export class BatchQueue<Key, Item, Answer> implements KeyedQueue<Key> {
  private readonly waiting = new Map<Key, BatchRequest<Key, Item, Answer>[]>();
  private readonly attempts: AttemptsAlone;

  constructor(
    private readonly options: QueueOptions<Key, Item>,
    private readonly owner: QueueOwner<Key>,
  ) {
    this.attempts = { retryAlone: options.retryAlone, isClosed: owner.isClosed };
  }

  /**
   * @param process is called if the item is the first one of a batch, for all items of the batch,
   * and for an attempt with the item alone
   * @throws the item's own error, or that of its batch
   */
  load(item: Item, process: Process<Item, Answer>): Promise<Answer> {
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

  take(free: Iterable<KeyState<Key>>, waits: boolean) {
    const taken = this.takeRequests(free);
    if (taken.size === 0) return undefined;
    const run = async () => {
      const answers = await answersOf([...taken.values()].flat(), waits, this.attempts);
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
    free: Iterable<KeyState<Key>>,
  ): Map<KeyState<Key>, BatchRequest<Key, Item, Answer>[]> {
    const { max, maxPerKey = max, kind, size, maxSize = Infinity } = this.options;
    const taken = new Map<KeyState<Key>, BatchRequest<Key, Item, Answer>[]>();
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

  /** Removes the first requests of a key; the rest moves behind the other queues. */
  private remove(state: KeyState<Key>, count: number): BatchRequest<Key, Item, Answer>[] {
    const all = this.waiting.get(state.key) ?? [];
    state.queues.delete(this);
    if (all.length > count) state.queues.add(this);
    else this.waiting.delete(state.key);
    return all.splice(0, count);
  }

  private finish(
    state: KeyState<Key>,
    requests: readonly BatchRequest<Key, Item, Answer>[],
    answers: Answers<Answer>,
    waits: boolean,
  ): KeyEnd<Key> {
    const locked: BatchRequest<Key, Item, Answer>[] = [];
    requests.forEach((request, i) => {
      const answer = answers[i];
      if (answer instanceof Error) request.reject(answer);
      else if (answer !== lockedElsewhere) request.resolve(answer as Answer);
      else if (!this.owner.hasLockedRows) request.reject(new Error(withoutLockedRows));
      else if (waits) request.reject(new DomainError('unavailable'));
      else locked.push(request);
    });
    if (locked.length > 0) {
      // Puts the requests before later ones, so that they keep their places.
      this.waiting.set(state.key, [...locked, ...(this.waiting.get(state.key) ?? [])]);
      state.queues.add(this);
    }
    const timeout = waits ? answers.find(isLockTimeout) : undefined;
    return { state, isLocked: locked.length > 0, timeout };
  }
}

const withoutLockedRows = 'locked elsewhere, in a batcher that knows no locked rows';
