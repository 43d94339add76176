import type { Chance } from './seeded';

/**
 * `npm test -- long` runs more seeds, more moments, all combinations. A test file with `@long` in its head
 * belongs to it.
 */
export const isLong = process.env.LANE === 'long';

/** The number of tries: the first before a merge, the second in the long run. */
export const inLong = (beforeMerge: number, long: number): number => (isLong ? long : beforeMerge);

/**
 * @returns before a merge, `many` of the elements, chosen by a printed seed; in the long run, all
 * of them; both in their order
 */
export function someOf<T>(all: readonly T[], many: number, { random }: Chance): readonly T[] {
  if (isLong) return all;
  const drawn = new Set(
    all
      .map((_, index) => ({ index, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, many)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => drawn.has(index));
}
