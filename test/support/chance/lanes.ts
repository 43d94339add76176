import type { SeededRandom } from './seeded';

/**
 * Whether `npm test -- long` runs, in which some tests try more cases. The file of a test that does
 * so has `@long` in its first comment.
 */
export const isLongTestRun = process.env.LANE === 'long';

/** Returns the number of tries: `long` for `npm test -- long`, otherwise `beforeMerge`. */
export const triesInTestRun = (beforeMerge: number, long: number): number =>
  isLongTestRun ? long : beforeMerge;

/**
 * @returns all elements for `npm test -- long`; otherwise `many` randomly chosen elements, in the
 * order of `all`
 */
export function sampleUnlessLongRun<T>(
  all: readonly T[],
  many: number,
  { random }: SeededRandom,
): readonly T[] {
  if (isLongTestRun) return all;
  const drawn = new Set(
    all
      .map((_, index) => ({ index, at: random() }))
      .sort((a, b) => a.at - b.at)
      .slice(0, many)
      .map(({ index }) => index),
  );
  return all.filter((_, index) => drawn.has(index));
}
