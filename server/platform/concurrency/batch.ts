import { DomainError } from '../errors/errors';
import { isLockTimeout, isStatementTimeout } from '../errors/transient-failure';

/**
 * The answer for an item that the batch did not change, because another transaction has locked its
 * row.
 */
export const rowLockedElsewhere = Symbol('locked elsewhere');

/**
 * The answers of a batch, one for each item and in the order of the items. An Error fails only its
 * own item.
 */
export type BatchAnswers<Answer> = readonly (Answer | Error | typeof rowLockedElsewhere)[];

/**
 * Processes the items of a batch.
 * @param waits true if the function may wait for a row that another transaction has locked; all
 * items then have the same key. If false, it answers `rowLockedElsewhere` for an item whose row is
 * locked.
 */
export type ProcessBatch<Item, Answer> = (
  items: Item[],
  waits: boolean,
) => Promise<BatchAnswers<Answer>>;

/** An item that waits for its answer. */
export interface BatchRequest<Key, Item, Answer> {
  readonly key: Key;
  readonly item: Item;
  readonly process: ProcessBatch<Item, Answer>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Decides whether the items of a failed batch are tried again one by one. */
export interface SingleItemRetry {
  /**
   * Called after a failed batch, and after each failed attempt with a single item.
   * @returns whether the next item is tried alone
   */
  retryAlone: ((error: unknown, waits: boolean) => boolean) | undefined;
  isClosed: () => boolean;
}

/**
 * Runs a batch. It never rejects. If the batch fails, its items are tried again one by one, or the
 * error becomes the answer of each item.
 */
export async function runBatch<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
  attempts: SingleItemRetry,
): Promise<BatchAnswers<Answer>> {
  try {
    return await processTogether(requests, waits);
  } catch (error) {
    if (requests.length === 1 || !attempts.retryAlone?.(error, waits))
      return requests.map(() => asError(error));
    return processAlone(requests, waits, attempts);
  }
}

/** Calls the `process` function of the first request with the items of all requests. */
async function processTogether<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
): Promise<BatchAnswers<Answer>> {
  const items = requests.map(({ item }) => item);
  const answers = (await requests[0]?.process(items, waits)) ?? [];
  if (answers.length === items.length) return answers;
  const missing = items.slice(answers.length).map(() => new Error('an item without an answer'));
  return [...answers.slice(0, items.length), ...missing];
}

/**
 * Whether a single item may be the cause of this timeout. If the batch was waiting for a locked
 * row, the lock is the cause, and the other items of the batch would time out as well.
 */
const mayBeSlowAlone = (error: unknown, waits: boolean): boolean =>
  isStatementTimeout(error) || (isLockTimeout(error) && !waits);

/**
 * Processes the items one after the other. It stops in three cases:
 * - The batcher is closed.
 * - An item fails, the failure is no timeout, and `retryAlone` returns false.
 * - A second item times out. A single item may be the cause of one timeout, but two timeouts mean
 *   that the database is the cause.
 */
async function processAlone<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
  { retryAlone, isClosed }: SingleItemRetry,
): Promise<BatchAnswers<Answer>> {
  const answers: BatchAnswers<Answer>[number][] = [];
  const locked = new Set<Key>();
  let end: Error | undefined;
  let timeouts = 0;
  for (const request of requests) {
    if (isClosed()) end ??= new DomainError('unavailable');
    // If the row of an earlier item with the same key was locked, this item is not processed
    // either, so that the items of a key keep their order.
    if (locked.has(request.key)) answers.push(rowLockedElsewhere);
    else if (end) answers.push(end);
    else
      try {
        const alone = await processTogether([request], waits);
        if (alone[0] === rowLockedElsewhere) locked.add(request.key);
        answers.push(...alone);
      } catch (error) {
        answers.push(asError(error));
        if (retryAlone?.(error, waits)) continue;
        if (!mayBeSlowAlone(error, waits) || ++timeouts > 1) end = asError(error);
      }
  }
  return answers;
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));
