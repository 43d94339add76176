/**
 * The least share of a word's trigrams (pg_trgm) that a text must contain to count as similar to
 * the word. `colur` and `colour` have four of six trigrams in common.
 */
export const trigramSimilarityThreshold = 0.4;

/**
 * SQL condition: the text contains the word with at most one typing error, that is, a letter left
 * out, doubled, replaced or added, or two letters swapped (`qoukkas` for `quokkas`). Trigrams alone
 * do not suffice for a short word: a misspelt short word may share as few trigrams with the text as
 * an unrelated word.
 * @param word an SQL expression of normalized text (case and accents removed); a word that has
 * other characters than letters must match exactly
 * @param said an SQL operand of normalized text
 */
const isSlip = (word: string, said: string): string => `${said} ~ identity.slips(${word})`;

/**
 * Like `isSlip`, but for a text with a trigram index, in which words are separated only by spaces.
 */
export const indexedTypoSql = (word: string, said: string): string =>
  `${said} ~ identity.slips(${word}, true)`;

/**
 * SQL condition: the text contains a word similar to the given word. Digits and signs must match
 * exactly, and so must a word of three letters, because too many other words would be similar to
 * it.
 */
export const similarWordSql = (word: string, said: string): string =>
  `(identity.slips(${word}) IS NOT NULL
    AND (word_similarity(${word}, ${said}) >= ${trigramSimilarityThreshold} OR ${isSlip(word, said)}))`;
