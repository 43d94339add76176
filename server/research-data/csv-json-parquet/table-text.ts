import type { Cell, RowGroups } from '../columns/cell.rule';
import { csvLine, jsonKeys, jsonLine } from './text-lines.rule';

/** How a table is written: its beginning, its rows, its end. */
interface TextLines {
  readonly begin?: string;
  readonly line: (cells: readonly Cell[], isFirst: boolean) => string;
  /** The end of a table, or the complete text of a table without rows. */
  readonly end?: (isEmpty: boolean) => string;
}

/** Lines are emitted in chunks of this many characters: each chunk costs event-loop turns, whatever its length. */
const pieceLength = 65_536;

export async function* tableTextInPieces(
  { begin = '', line, end }: TextLines,
  rows: RowGroups,
): AsyncGenerator<string> {
  let text = begin;
  let isFirst = true;
  for await (const some of rows)
    for (const cells of some) {
      text += line(cells, isFirst);
      isFirst = false;
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  yield end ? `${text}${end(isFirst)}` : text;
}

/**
 * Makes CSV for programs other than spreadsheets. There is no byte order mark, which R would read
 * as part of the first column name. Formulas are escaped nevertheless, in case a spreadsheet opens
 * the file.
 */
export const csvWithoutFormulas = (names: readonly string[], rows: RowGroups) =>
  tableTextInPieces({ begin: csvLine(names, true), line: (cells) => csvLine(cells, true) }, rows);

export const csvOf = (names: readonly string[], rows: RowGroups, forSpreadsheets: boolean) =>
  tableTextInPieces(
    {
      // Spreadsheets recognise UTF-8 only by a byte order mark at the beginning.
      begin: `${forSpreadsheets ? '\ufeff' : ''}${csvLine(names, forSpreadsheets)}`,
      line: (cells) => csvLine(cells, forSpreadsheets),
    },
    rows,
  );

export function jsonLines(names: readonly string[]): TextLines {
  const keys = jsonKeys(names);
  return { line: (cells) => `${jsonLine(keys, cells)}\n` };
}

export function jsonList(names: readonly string[]): TextLines {
  const keys = jsonKeys(names);
  return {
    line: (cells, isFirst) => `${isFirst ? '[\n' : ',\n'}${jsonLine(keys, cells)}`,
    end: (isEmpty) => (isEmpty ? '[]\n' : '\n]\n'),
  };
}
