import type { Json } from '../../runtime/records/json.rule';

/** A value of a row at the place of its column; undefined where the row has none. */
export type Cell = Json | undefined;

/** Whole pairs, too: most texts have neither, and are looked through without a look at pairs. */
const mayBeUnwritable = /[\0\ud800-\udfff]/;
const unwritable = /[\0\p{Surrogate}]/gu;
/** NUL and half of a pair, which neither UTF-8 nor most readers of CSV have. */
export const isUnwritable = (text: string): boolean =>
  mayBeUnwritable.test(text) && text.search(unwritable) >= 0;
export const writable = (text: string): string =>
  mayBeUnwritable.test(text) ? text.replace(unwritable, '\ufffd') : text;

/**
 * What a spreadsheet takes for a formula (OWASP, CSV Injection), full-width letters included.
 * A number stays a number.
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const harmless = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text;

function textOf(cell: Cell): string | undefined {
  if (cell === undefined || cell === null) return undefined;
  if (typeof cell === 'string') return writable(cell);
  if (typeof cell === 'object') return JSON.stringify(cell);
  return String(cell);
}

/** A line of RFC 4180. Missing is nothing; an empty text is `""`. */
export function csvLine(cells: readonly Cell[], forSpreadsheets: boolean): string {
  let line = '';
  for (const [i, cell] of cells.entries()) {
    if (i > 0) line += ',';
    const text = textOf(cell);
    if (text === undefined) continue;
    const safe = forSpreadsheets && typeof cell !== 'number' ? harmless(text) : text;
    line += safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }
  return `${line}\r\n`;
}

/**
 * An object of JSON with the columns that the row has. Written here, since an object of JavaScript
 * would not have a column `__proto__`.
 */
export const jsonLine = (names: readonly string[], cells: readonly Cell[]): string =>
  `{${cells
    .flatMap((cell, i) =>
      cell === undefined ? [] : `${JSON.stringify(names[i])}:${JSON.stringify(cell)}`,
    )
    .join(',')}}`;
