import { isLike } from '../platform/search/resembles.sql';

/** The number of words of a search that count; further words are ignored. */
const counted = 6;

/** The folded (lower-case, unaccented) texts of the session `s` for the search, computed once at the launch. */
const searched = `SELECT w.title, w.description FROM research.recruitment_words w WHERE w.session_id = s.id OFFSET 0`;

/**
 * The SQL condition that title or description contain the text, spaces included, without case and accents and in either
 * normal form. `s` is a launched session.
 * @param value makes a parameter of the statement @returns a condition of SQL
 */
export function contains(text: string, value: (value: unknown) => string): string {
  const folded = `identity.folded(${value(text)}::text)`;
  return `EXISTS (SELECT FROM (${searched}) f
    WHERE strpos(f.title, ${folded}) > 0 OR strpos(f.description, ${folded}) > 0)`;
}

/**
 * The condition that each of the first words is in a study's title or description, in any order and without case
 * and accents, or is like a word of the title. `s` is a launched session.
 * @param value makes a parameter of the statement @returns an SQL condition
 */
export function resembles(text: string, value: (value: unknown) => string): string {
  const each = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, counted)
    .map((word) => {
      const folded = `identity.folded(${value(word)}::text)`;
      return `(strpos(f.title, ${folded}) > 0 OR strpos(f.description, ${folded}) > 0 OR ${isLike(folded, 'f.title')})`;
    });
  return `EXISTS (SELECT FROM (${searched}) f WHERE ${each.join(' AND ')})`;
}
