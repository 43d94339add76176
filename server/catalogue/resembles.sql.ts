/** As many words of a search count; more are left out. */
const counted = 6;
/** A shorter word has too few trigrams to be mistyped. */
const shortest = 4;
/** Of the trigrams of a word that a title has; `colur` and `colour` share four of six. */
const likeTitle = 0.45;
/** Characters of a description that are looked at: what a card shows. Longer ones would cost seconds. */
export const excerptOfSearch = 500;

/** Digits and signs are meant as they are typed. */
const canBeMistyped = (word: string) =>
  [...word].length >= shortest && /^[\p{L}\p{M}]+$/u.test(word);

/**
 * The condition that each of the first words stands in a study's title or in the beginning of its
 * description, in any order and without case and accents, or resembles a word of the title (pg_trgm).
 * `s` is a session with its snapshot.
 * @param value makes a parameter of the statement @returns a condition of SQL
 */
export function resembles(text: string, value: (value: unknown) => string): string {
  const each = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, counted)
    .map((word) => {
      const folded = `identity.folded(${value(word)}::text)`;
      const isContained = `strpos(f.title, ${folded}) > 0 OR strpos(f.description, ${folded}) > 0`;
      const isLike = `word_similarity(${folded}, f.title) >= ${likeTitle}`;
      return `(${isContained}${canBeMistyped(word) ? ` OR ${isLike}` : ''})`;
    });
  // Folded once for all words.
  return `EXISTS (SELECT FROM (SELECT identity.folded(s.snapshot ->> 'title') AS title,
      identity.folded(left(s.snapshot ->> 'description', ${excerptOfSearch})) AS description OFFSET 0) f
    WHERE ${each.join(' AND ')})`;
}
