import { DomainError } from '../errors/errors';
import { isLockTimeout, isStatementTimeout } from '../errors/transient-failure';

/** The answer for an item that was not touched, because another transaction holds its row. */
export const lockedElsewhere = Symbol('locked elsewhere');

/** One answer for each item of a batch, in their order. An Error fails that item alone. */
export type Answers<Answer> = readonly (Answer | Error | typeof lockedElsewhere)[];

/**
 * Processes a batch.
 * @param waits whether it may wait for rows that another transaction holds; if so, all its items
 * have one key. If not, it answers `lockedElsewhere` for each item whose row is held.
 */
export type Process<Item, Answer> = (items: Item[], waits: boolean) => Promise<Answers<Answer>>;

/** One item that waits for its answer. */
export interface BatchRequest<Key, Item, Answer> {
  readonly key: Key;
  readonly item: Item;
  readonly process: Process<Item, Answer>;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** When the items of a failed batch are retried one by one. */
export interface AttemptsAlone {
  /** Called after a failed batch or attempt: whether to make the next attempt. */
  retryAlone: ((error: unknown, waits: boolean) => boolean) | undefined;
  isClosed: () => boolean;
}

/** Runs a batch and never rejects: if the batch fails, its error is the answer for each item that it concerns. */
export async function answersOf<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
  attempts: AttemptsAlone,
): Promise<Answers<Answer>> {
  try {
    return await processTogether(requests, waits);
  } catch (error) {
    if (requests.length === 1 || !attempts.retryAlone?.(error, waits))
      return requests.map(() => asError(error));
    return processAlone(requests, waits, attempts);
  }
}

/** The process of the first request serves all of them. */
async function processTogether<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
): Promise<Answers<Answer>> {
  const items = requests.map(({ item }) => item);
  const answers = (await requests[0]?.process(items, waits)) ?? [];
  if (answers.length === items.length) return answers;
  const missing = items.slice(answers.length).map(() => new Error('an item without an answer'));
  return [...answers.slice(0, items.length), ...missing];
}

/**
 * Whether an attempt timed out, perhaps because of its item. After a wait for a row, a timeout means that the row is
 * locked, and all items of the batch need that row.
 */
const mayBeSlowAlone = (error: unknown, waits: boolean): boolean =>
  isStatementTimeout(error) || (isLockTimeout(error) && !waits);

/**
 * Processes the items one after the other, until a failure or the end of the batcher makes further attempts useless.
 * If one item times out it may be the cause; if a second one does, it is the database.
 */
async function processAlone<Key, Item, Answer>(
  requests: readonly BatchRequest<Key, Item, Answer>[],
  waits: boolean,
  { retryAlone, isClosed }: AttemptsAlone,
): Promise<Answers<Answer>> {
  const answers: Answers<Answer>[number][] = [];
  const locked = new Set<Key>();
  let end: Error | undefined;
  let timeouts = 0;
  for (const request of requests) {
    if (isClosed()) end ??= new DomainError('unavailable');
    // Processed after a locked item, so that the items of a key keep their order.
    if (locked.has(request.key)) answers.push(lockedElsewhere);
    else if (end) answers.push(end);
    else
      try {
        const alone = await processTogether([request], waits);
        if (alone[0] === lockedElsewhere) locked.add(request.key);
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
