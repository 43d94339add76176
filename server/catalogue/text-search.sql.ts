import { similarWordSql } from '../platform/search/similar-word.sql';

/** How many words of a search are used; further words are ignored. */
const counted = 6;

/**
 * The title and description of the session `s`, folded (lower-case, unaccented) at the launch for
 * searching.
 */
const searched = `SELECT w.title, w.description FROM research.recruitment_words w WHERE w.session_id = s.id OFFSET 0`;

/**
 * SQL condition: the title or the description of the launched session `s` contains the text, spaces
 * included, ignoring case, accents and Unicode normal form.
 * @param value adds a value to the statement's parameters and returns its placeholder
 * @returns an SQL condition
 */
export function containsTextSql(text: string, value: (value: unknown) => string): string {
  const folded = `identity.folded(${value(text)}::text)`;
  return `EXISTS (SELECT FROM (${searched}) f
    WHERE strpos(f.title, ${folded}) > 0 OR strpos(f.description, ${folded}) > 0)`;
}

/**
 * SQL condition: each of the first search words is in the title or description of the launched
 * session `s`, or is similar to a word of the title. Order, case and accents do not matter.
 * @param value adds a value to the statement's parameters and returns its placeholder
 * @returns an SQL condition
 */
export function resemblesTextSql(text: string, value: (value: unknown) => string): string {
  const each = text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, counted)
    .map((word) => {
      const folded = `identity.folded(${value(word)}::text)`;
      return `(strpos(f.title, ${folded}) > 0 OR strpos(f.description, ${folded}) > 0 OR ${similarWordSql(folded, 'f.title')})`;
    });
  return `EXISTS (SELECT FROM (${searched}) f WHERE ${each.join(' AND ')})`;
}
