import { unusedColumnName } from '../columns/study-columns.rule';

const mostLabel = 40;

/**
 * Converts a text to a label for file names (CamelCase): its letters and digits, each word
 * capitalized. Empty for a text without Latin letters and digits.
 */
export function camelCaseLabelOf(text: string): string {
  const words = text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^0-9A-Za-z]+/);
  return words
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, mostLabel);
}

const leastLetters = 8;

/** Returns the shortest prefixes of pseudonyms that are still unique. */
export function shortestUniquePrefixes(pseudonyms: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(pseudonyms)];
  const longest = Math.max(leastLetters, ...all.map(({ length }) => length));
  for (let length = leastLetters; length < longest; length++) {
    const labels = new Map(all.map((one) => [one, one.slice(0, length)]));
    if (new Set(labels.values()).size === all.length) return labels;
  }
  return new Map(all.map((one) => [one, one]));
}

/**
 * Converts the names of a table's columns to names that a standard allows.
 * @param reserved names with a meaning in the standard: a column with such a name gets a number
 * appended
 */
export function allowedColumnNames(
  names: readonly string[],
  allowed: (name: string) => string,
  reserved: readonly string[],
): string[] {
  const used = new Set(reserved);
  return names.map((name) => {
    const free = unusedColumnName(allowed(name), used);
    used.add(free);
    return free;
  });
}
