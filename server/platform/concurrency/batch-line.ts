import { DomainError } from '../errors/errors';
import { isLockTimeout } from '../errors/transient-failure';
import { Batch, BatchRequest, lockedElsewhere, type Answers } from './batch-request';

/** The functions and limits by which a line handles its items. */
export interface LineOptions<Key, Item> {
  /** No two batches have the same key at the same time, of whatever line. */
  key: (item: Item) => Key;
  /** The most items of a batch. */
  max: number;
  /** The most items with the same key in a batch; `max` where absent. */
  maxPerKey?: number;
  /** Items of different kinds never share a batch. */
  kind?: (item: Item) => unknown;
  /** The items of a batch have at most `maxSize` together, unless a single one has more. */
  size?: (item: Item) => number;
  maxSize?: number;
  /** Whether to try each item of a failed batch again alone, by the error. Without it, never. */
  retryAlone?: (error: unknown, waits: boolean) => boolean;
}

/** A key with requests that wait, or with a batch that is under way. */
export interface KeyState<Key> {
  readonly key: Key;
  /** The lines with requests for the key; the line whose turn it is comes first. */
  readonly lines: Set<Line<Key>>;
  busy: boolean;
  /** Another transaction holds its row: for a batch that may wait, or for the next retry. */
  isLocked: boolean;
  /** When its row was first found locked, in milliseconds of the process; set until a batch gets it. */
  lockedSince?: number;
}

/** How a batch ended for one of its keys. */
export interface KeyEnd<Key> {
  readonly state: KeyState<Key>;
  readonly isLocked: boolean;
  /** The batch waited for the key's row for as long as PostgreSQL lets it. */
  readonly timeout?: unknown;
}

/** A line as its batcher knows it, whatever its items are. */
export interface Line<Key> {
  readonly isEmpty: boolean;
  /** @returns undefined where nothing waits for these keys */
  start(
    free: Iterable<KeyState<Key>>,
    waits: boolean,
  ): { states: KeyState<Key>[]; ended: Promise<KeyEnd<Key>[]> } | undefined;
  rejectAll(key: Key, error: unknown): void;
}

/** One kind of work on keys, for all requests that wait for it. */
export class BatchLine<Key, Item, Answer> implements Line<Key> {
  private readonly waiting = new Map<Key, BatchRequest<Item, Answer>[]>();

  /** @param enqueue plans a batch with the key; throws where the batcher is closed */
  constructor(
    private readonly options: LineOptions<Key, Item>,
    private readonly enqueue: (key: Key) => void,
  ) {}

  request(item: Item): BatchRequest<Item, Answer> {
    const key = this.options.key(item);
    this.enqueue(key);
    const request = new BatchRequest<Item, Answer>(item);
    const others = this.waiting.get(key);
    if (others) others.push(request);
    else this.waiting.set(key, [request]);
    return request;
  }

  /** How many requests with the key wait for a batch. */
  countOf(key: Key): number {
    return this.waiting.get(key)?.length ?? 0;
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  start(free: Iterable<KeyState<Key>>, waits: boolean) {
    const taken = this.take(free);
    if (taken.size === 0) return undefined;
    const requests = [...taken.values()].flat();
    const ended = this.answersOf(requests, waits).then((answers) => {
      let next = 0;
      return [...taken].map(([state, own]) =>
        this.finish(state, own, answers.slice(next, (next += own.length)), waits),
      );
    });
    return { states: [...taken.keys()], ended };
  }

  rejectAll(key: Key, error: unknown): void {
    for (const request of this.waiting.get(key) ?? []) request.reject(error);
    this.waiting.delete(key);
  }

  private take(free: Iterable<KeyState<Key>>): Map<KeyState<Key>, BatchRequest<Item, Answer>[]> {
    const { max, maxPerKey = max, kind, size, maxSize = Infinity } = this.options;
    const taken = new Map<KeyState<Key>, BatchRequest<Item, Answer>[]>();
    let room = max;
    let total = 0;
    let first: { kind: unknown } | undefined;
    for (const state of free) {
      const others = this.waiting.get(state.key) ?? [];
      let count = 0;
      let isFull = false;
      for (const { item } of others.slice(0, Math.min(room, maxPerKey))) {
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

  /** Takes the first requests of a key; what is left of them waits behind the other lines. */
  private remove(state: KeyState<Key>, count: number): BatchRequest<Item, Answer>[] {
    const all = this.waiting.get(state.key) ?? [];
    state.lines.delete(this);
    if (all.length > count) {
      this.waiting.set(state.key, all.slice(count));
      state.lines.add(this);
    } else this.waiting.delete(state.key);
    return all.slice(0, count);
  }

  private async answersOf(
    requests: readonly BatchRequest<Item, Answer>[],
    waits: boolean,
  ): Promise<Answers<Answer>> {
    try {
      return await lead(requests, waits);
    } catch (error) {
      if (requests.length === 1 || !this.options.retryAlone?.(error, waits))
        return requests.map(() => asError(error));
      return this.answersAlone(requests, waits);
    }
  }

  private async answersAlone(
    requests: readonly BatchRequest<Item, Answer>[],
    waits: boolean,
  ): Promise<Answers<Answer>> {
    const answers: (Answer | Error | typeof lockedElsewhere)[] = [];
    const locked = new Set<Key>();
    for (const request of requests) {
      const key = this.options.key(request.item);
      // Behind a locked item, so that the items of a key keep their order.
      const answer = locked.has(key)
        ? lockedElsewhere
        : await lead([request], waits).then(([one = withoutAnswer()]) => one, asError);
      if (answer === lockedElsewhere) locked.add(key);
      answers.push(answer);
    }
    return answers;
  }

  private finish(
    state: KeyState<Key>,
    requests: readonly BatchRequest<Item, Answer>[],
    answers: Answers<Answer>,
    waits: boolean,
  ): KeyEnd<Key> {
    const locked: BatchRequest<Item, Answer>[] = [];
    requests.forEach((request, i) => {
      const answer = i < answers.length ? answers[i] : withoutAnswer();
      if (answer === lockedElsewhere && !waits) locked.push(request);
      else if (answer === lockedElsewhere) request.reject(new DomainError('unavailable'));
      else if (answer instanceof Error) request.reject(answer);
      else request.resolve(answer as Answer);
    });
    if (locked.length > 0) {
      // Puts the requests before later ones, so that they keep their places.
      this.waiting.set(state.key, [...locked, ...(this.waiting.get(state.key) ?? [])]);
      state.lines.add(this);
    }
    const timeout = waits ? answers.find(isLockTimeout) : undefined;
    return { state, isLocked: locked.length > 0, timeout };
  }
}

/** The first of the requests processes the batch for all of them. */
const lead = <Item, Answer>(
  requests: readonly BatchRequest<Item, Answer>[],
  waits: boolean,
): Promise<Answers<Answer>> =>
  new Promise((resolve) =>
    requests[0]?.lead(
      new Batch<Item, Answer>(
        requests.map(({ item }) => item),
        waits,
        resolve,
      ),
    ),
  );

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
const withoutAnswer = (): Error => new Error('an item without an answer');
