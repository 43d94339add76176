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

/** Like `isSlip`, for a text with a trigram index, in which only spaces separate words. */
export const isIndexedSlip = (word: string, said: string): string =>
  `${said} ~ identity.slips(${word}, true)`;

/**
 * SQL condition: the text has a word similar to this one. Digits and signs must match exactly, and a word of three
 * letters is similar to too many others.
 */
export const isLike = (word: string, said: string): string =>
  `(identity.slips(${word}) IS NOT NULL
    AND (word_similarity(${word}, ${said}) >= ${likeEnough} OR ${isSlip(word, said)}))`;
