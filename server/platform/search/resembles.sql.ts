/** The share of a word's trigrams that a text must have (pg_trgm); `colur` and `colour` share four of six. */
export const likeEnough = 0.4;

/**
 * Whether the text contains the word with at most one typing error: a letter left out, doubled, replaced or added, or
 * two letters swapped (`qoukkas`). Trigrams alone distinguish such a word from an unrelated one only where it is
 * long.
 * @param word an SQL expression, folded; a word that has other characters than letters is compared exactly
 * @param said an operand, folded
 */
const isSlip = (word: string, said: string): string => `${said} ~ identity.slips(${word})`;

/** The same for a text under an index over its trigrams, in which blanks alone end a word. */
export const isIndexedSlip = (word: string, said: string): string =>
  `${said} ~ identity.slips(${word}, true)`;

/**
 * The text has a word like this one. Digits and signs are meant as they are typed, and a word of three letters
 * is like too many.
 */
export const isLike = (word: string, said: string): string =>
  `(identity.slips(${word}) IS NOT NULL
    AND (word_similarity(${word}, ${said}) >= ${likeEnough} OR ${isSlip(word, said)}))`;
