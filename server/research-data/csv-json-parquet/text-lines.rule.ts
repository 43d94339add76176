import { escapeSpreadsheetFormula } from '../../platform/csv/harmless-cell.rule';
import { toWritableText, type Cell } from '../columns/cell.rule';
import { escapeForJsonReaders, jsonText } from '../columns/json-text.rule';

/**
 * Matches any character of a CSV cell that needs quotes or must be replaced. Most cells contain no
 * such character; this quick test is enough for them.
 */
const mayNeedCare = /[\0\ud800-\udfff",\r\n]/;
const isQuoted = /[",\r\n]/;

/** Formats a cell: a missing value is an empty cell; an empty text is `""`. */
function csvCell(cell: Cell, forSpreadsheets: boolean): string {
  if (typeof cell === 'number') return String(cell);
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  let text = typeof cell === 'string' ? cell : jsonText(cell);
  const isPlain = !mayNeedCare.test(text);
  if (!isPlain && typeof cell === 'string') text = toWritableText(text);
  if (forSpreadsheets) text = escapeSpreadsheetFormula(text);
  if (text === '') return '""';
  return isPlain || !isQuoted.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Formats a row as a line of CSV (RFC 4180). */
export function csvLine(cells: readonly Cell[], forSpreadsheets: boolean): string {
  let line = cells.length > 0 ? csvCell(cells[0], forSpreadsheets) : '';
  for (let i = 1; i < cells.length; i++) line += `,${csvCell(cells[i], forSpreadsheets)}`;
  return `${line}\r\n`;
}

/**
 * Formats a row as a JSON object that has only the columns with a value. The text is put together
 * by hand, since assigning `__proto__` to a JavaScript object adds no property.
 * @param keys the names of all columns (`jsonKeys`)
 */
export function jsonLine(keys: readonly string[], cells: readonly Cell[]): string {
  let line = '';
  for (const [i, cell] of cells.entries())
    if (cell !== undefined) line += `${line === '' ? '' : ','}${keys[i]}${JSON.stringify(cell)}`;
  return escapeForJsonReaders(`{${line}}`);
}
export const jsonKeys = (names: readonly string[]): string[] =>
  names.map((name) => `${jsonText(name)}:`);
