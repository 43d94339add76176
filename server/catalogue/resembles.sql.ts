/** As many words of a search count; more are left out. */
const counted = 6;
/** A shorter word has too few trigrams to be mistyped. */
const shortest = 4;
/** Of the trigrams of a word that a title has; `colur` and `colour` share four of six. */
const likeTitle = 0.45;
/** Descriptions have many words, among which more are alike. */
const likeDescription = 0.6;

/** Digits and signs are meant as they are typed. */
const canBeMistyped = (word: string) =>
  [...word].length >= shortest && /^[\p{L}\p{M}]+$/u.test(word);

const title = `identity.folded(s.snapshot ->> 'title')`;
const description = `identity.folded(s.snapshot ->> 'description')`;

/**
 * The condition that each of the first words stands in a study's title or description, in any order and
 * without case and accents, or resembles a word there (pg_trgm). `s` is a session with its snapshot.
 * @param value makes a parameter of the statement @returns a condition of SQL
 */
export function resembles(text: string, value: (value: unknown) => string): string {
  const each = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, counted)
    .map((word) => {
      const folded = `identity.folded(${value(word)}::text)`;
      const isContained = `strpos(${title}, ${folded}) > 0 OR strpos(${description}, ${folded}) > 0`;
      return canBeMistyped(word)
        ? `(${isContained} OR word_similarity(${folded}, ${title}) >= ${likeTitle}
            OR word_similarity(${folded}, ${description}) >= ${likeDescription})`
        : `(${isContained})`;
    });
  return `(${each.join(' AND ')})`;
}
