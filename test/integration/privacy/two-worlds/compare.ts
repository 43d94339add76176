import { valuesByPath, type Observation } from './observations';
import { inCanonicalOrder, isExpectedToDiffer } from './unsteady';

export interface Difference {
  readonly operation: string;
  readonly key: string;
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}
export const describeDifference = ({ key, path, one, other }: Difference) =>
  `${key} ${path}: ${JSON.stringify(one)?.slice(0, 200)} | ${JSON.stringify(other)?.slice(0, 200)}`;

const anywhere = (path: string) => path.replace(/\[\d+\]/g, '[]');
/**
 * Matches ids, keys, encrypted addresses and signatures, of which the test compares only the
 * length.
 */
const byChance =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[A-Za-z0-9_+/=-]{16,}/g;
/** Matches the running numbers in the addresses of the tests' people (chance/unique.ts). */
const numbered = /\d+x[0-9a-f]{8}/g;
const shape = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(numbered, '<numbered>').replace(byChance, (one) => `<${one.length}>`)
    : value;

function* unequal(one: Observation, other: Observation | undefined): Generator<Difference> {
  const { operation, key } = one;
  const [a, b] = [
    valuesByPath(inCanonicalOrder(one)),
    valuesByPath(other && inCanonicalOrder(other)),
  ];
  for (const path of new Set([...a.keys(), ...b.keys()])) {
    const [here, there] = [a.get(path), b.get(path)];
    if (here === there) continue;
    if (isExpectedToDiffer(operation, path, here, there)) continue;
    yield { operation, key, path, one: here, other: there };
  }
}

/**
 * Compares two histories (worlds) in which no participant acts, to learn which values differ by
 * chance alone.
 */
export class ChanceDifferences {
  private readonly paths = new Set<string>();
  /** Differences in values that do not look like ids or keys. Chance should cause none of them. */
  readonly strange: Difference[] = [];

  constructor(one: readonly Observation[], other: readonly Observation[]) {
    for (const difference of allUnequal(one, other)) {
      const { key, path } = difference;
      if (
        typeof difference.one === 'string' &&
        typeof difference.other === 'string' &&
        shape(difference.one) === shape(difference.other)
      )
        this.paths.add(`${key} ${anywhere(path)}`);
      else this.strange.push(difference);
    }
  }
  explains({ key, path, one, other }: Difference): boolean {
    return this.paths.has(`${key} ${anywhere(path)}`) && shape(one) === shape(other);
  }
}

function* allUnequal(
  one: readonly Observation[],
  other: readonly Observation[],
): Generator<Difference> {
  const others = new Map(other.map((seen) => [seen.key, seen]));
  for (const seen of one) {
    yield* unequal(seen, others.get(seen.key));
    others.delete(seen.key);
  }
  for (const seen of others.values()) yield* unequal({ ...seen, what: undefined }, seen);
}

/**
 * Finds the differences between the two compared histories, except those that chance explains.
 */
export const differencesBeyondChance = (
  one: readonly Observation[],
  other: readonly Observation[],
  chance: ChanceDifferences,
) => [...allUnequal(one, other)].filter((difference) => !chance.explains(difference));
