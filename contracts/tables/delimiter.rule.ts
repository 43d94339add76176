/** The characters that separate the cells of a table: tabs when copied from spreadsheets, the others in files. */
export const delimiters = ['\t', ';', ','] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * Matches quoted cells. A quotation mark opens a quoted cell only at the beginning of the cell;
 * within a cell it is an ordinary character, such as the sign for inches.
 */
const quoted = /(^|[\r\n\t;,])"[^"]*(?:""[^"]*)*"/g;
const unclosed = /(^|[\r\n\t;,])"[^"]*(?:""[^"]*)*$/;

/**
 * Returns the first row that contains text, and replaces each quoted part of the row by `_`.
 * Returns null if the text does not contain the end of this row yet.
 * @param isAll whether no further text follows
 */
export function firstRowOf(text: string, isAll = false): string | null {
  const plain = text.replace(quoted, '$1_').replace(unclosed, '$1_');
  const found = /^(?:[ \t;,]*[\r\n])*([^\r\n]+)([\r\n])?/.exec(plain);
  return found && (isAll || found[2] !== undefined) ? (found[1] ?? null) : null;
}

/**
 * Returns the delimiters that occur in a heading outside of quotes, the likeliest first: a tab,
 * then the most frequent one.
 */
export function delimitersIn(heading: string): Delimiter[] {
  const plain = heading.replace(quoted, '$1');
  const times = (one: Delimiter) => plain.split(one).length - 1;
  return delimiters
    .filter((one) => times(one) > 0)
    .sort((a, b) => (b === '\t' ? 1 : a === '\t' ? -1 : times(b) - times(a)));
}
