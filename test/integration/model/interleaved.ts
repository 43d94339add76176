import { isDeepStrictEqual } from 'node:util';

/** One transaction of the product, and its response. */
export interface ModelledTransaction<Act> {
  readonly act: Act;
  readonly outcome: string;
  /**
   * Whether the model may skip the transaction. A sweep skips a row that another transaction has
   * locked; the next sweep handles this row.
   */
  readonly mayBeLeftOut: boolean;
}

/**
 * Yields all orders in which the transactions of simultaneous requests can run. The transactions of
 * one sequence keep their order; those of other sequences may come in between.
 */
export function* interleavings<Act>(
  sequences: readonly (readonly ModelledTransaction<Act>[])[],
): Generator<readonly ModelledTransaction<Act>[]> {
  const left = sequences.filter(({ length }) => length > 0);
  if (left.length === 0) yield [];
  for (const one of left) {
    const [first, ...rest] = one;
    if (!first) continue;
    const others = left.map((each) => (each === one ? rest : each));
    for (const order of interleavings(others)) {
      yield [first, ...order];
      if (first.mayBeLeftOut) yield order;
    }
  }
}

/**
 * Runs the model through each order of the transactions.
 * @returns the model's final state after each order in which the model and the product give the
 * same responses
 */
export function consistentModels<Model, Act>(
  model: Model,
  sequences: readonly (readonly ModelledTransaction<Act>[])[],
  {
    copyOf,
    take,
    settle,
  }: {
    readonly copyOf: (model: Model) => Model;
    readonly take: (model: Model, act: Act) => string;
    readonly settle: (model: Model) => void;
  },
): Model[] {
  const found: Model[] = [];
  for (const order of interleavings(sequences)) {
    const after = copyOf(model);
    if (!order.every(({ act, outcome }) => take(after, act) === outcome)) continue;
    settle(after);
    found.push(after);
  }
  return found;
}

/**
 * Converts to JSON and back: arrays of the database driver have a different prototype, so a
 * comparison would find them unequal.
 */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Returns the model of `possible` whose content equals `found`. @throws Error if there is none */
export function matchingModel<Model>(
  possible: readonly Model[],
  pictureOf: (model: Model) => object,
  found: object,
  what: () => string,
): Model {
  const wanted = plain(found);
  const pictures = possible.map((model) => plain(pictureOf(model)));
  const model = possible[pictures.findIndex((picture) => isDeepStrictEqual(picture, wanted))];
  if (model) return model;
  const told = [...new Set(pictures.map((picture) => JSON.stringify(picture)))];
  throw new Error(
    `no order of ${what()}\ngives ${JSON.stringify(found)};\nby their answers: ${told.join('\n')}`,
  );
}
