import { wordsOf } from './words-of';

/**
 * A paragraph counts as a new one, not as a rewording, if less than this share of the longer
 * paragraph is unchanged.
 */
export const leastUnchangedShare = 0.3;
/**
 * If the two texts have more pairs of paragraphs than this, no paragraphs are compared, since that
 * would take too long. No paragraph then counts as reworded.
 */
const mostPairs = 2500;

interface Counted {
  /** The words of the paragraph, with the number of times that each occurs. */
  words: Map<string, number>;
  letters: number;
}

function counted(text: string, locale: string | null): Counted {
  const words = new Map<string, number>();
  let letters = 0;
  for (const word of wordsOf(text, locale)) {
    if (!/[\p{L}\p{N}]/u.test(word)) continue;
    words.set(word, (words.get(word) ?? 0) + 1);
    letters += word.length;
  }
  return { words, letters };
}

/**
 * Counts the letters in the words that both paragraphs contain. Returns 0 if the paragraphs share
 * too few letters for one to be a rewording of the other.
 */
function shared(one: Counted, other: Counted): number {
  let letters = 0;
  for (const [word, times] of one.words)
    letters += word.length * Math.min(times, other.words.get(word) ?? 0);
  return letters < leastUnchangedShare * Math.max(one.letters, other.letters) ? 0 : letters;
}

/**
 * Pairs paragraphs of the first text with paragraphs of the second text that say the same in other
 * words. The pairs keep the order of both texts. Of all possible sets of pairs, it returns the set
 * whose paragraphs share the most letters.
 * @returns pairs of an index in `from` and an index in `to`
 */
export function findRewordedParagraphs(
  from: readonly string[],
  to: readonly string[],
  locale: string | null,
): [number, number][] {
  if (from.length * to.length > mostPairs) return [];
  const left = from.map((text) => counted(text, locale));
  const right = to.map((text) => counted(text, locale));
  /**
   * `best[i][j]`: the most letters that pairs can share if the paragraphs from `left[i]` on are
   * paired with the paragraphs from `right[j]` on.
   */
  const best = Array.from({ length: left.length + 1 }, () =>
    Array<number>(right.length + 1).fill(0),
  );
  const at = (i: number, j: number) => best[i]?.[j] ?? 0;
  const both = left.map((one) => right.map((other) => shared(one, other)));
  const pair = (i: number, j: number) => both[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--) {
      const row = best[i];
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), pair(i, j) + at(i + 1, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length;) {
    if (pair(i, j) > 0 && at(i, j) === pair(i, j) + at(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (at(i, j) === at(i + 1, j)) i++;
    else j++;
  }
  return pairs;
}
