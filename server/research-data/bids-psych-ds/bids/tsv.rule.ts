import { toWritableText, type Cell } from '../../columns/cell.rule';
import { jsonText } from '../../columns/json-text.rule';

/** The text for missing values in BIDS's tabular files. */

const missing = 'n/a';
/** Matches texts that TSV cannot represent, or that a reader would interpret as quoted or missing. */
const unsafe = /[\p{Control}\u2028\u2029]|^"|^$|^n\/a$/u;

/**
 * Formats a cell. A text that TSV cannot represent is written as a JSON string. Quotes inside of
 * the text become `\u0022`, because some readers of TSV would take a quote for the end of the cell.
 */
export function tsvCell(cell: Cell): string {
  if (cell === undefined || cell === null) return missing;
  if (typeof cell === 'object') return jsonText(cell);
  const text = typeof cell === 'string' ? toWritableText(cell) : String(cell);
  return unsafe.test(text) ? `"${jsonText(text).slice(1, -1).replaceAll('\\"', '\\u0022')}"` : text;
}

/** Formats a row as a line of TSV, which ends with a line feed alone. */
export const tsvLine = (cells: readonly Cell[]): string => `${cells.map(tsvCell).join('\t')}\n`;
export const tsvHeader = (names: readonly string[]): string => `${names.join('\t')}\n`;

/** Replaces tabs, line breaks and quotes in a column name. */
export const tsvName = (name: string): string =>
  name.replace(/[\p{Control}\u2028\u2029"]+/gu, '_').trim();
