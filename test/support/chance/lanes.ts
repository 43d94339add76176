import type { SeededChance } from './seeded';

/**
 * `npm test -- long` runs more seeds, more moments, all combinations. A test file with `@long` in its head
 * belongs to it.
 */
export const isLongLane = process.env.LANE === 'long';

/** The number of tries: the first before a merge, the second in the long run. */
export const timesInLane = (beforeMerge: number, long: number): number =>
  isLongLane ? long : beforeMerge;

/**
 * @returns before a merge, `many` of the elements, chosen by a printed seed; in the long run, all
 * of them; both in their order
 */
export function someUnlessLong<T>(
  all: readonly T[],
  many: number,
  { random }: SeededChance,
): readonly T[] {
  if (isLongLane) return all;
  const drawn = new Set(
    all
      .map((_, index) => ({ index, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, many)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => drawn.has(index));
}
