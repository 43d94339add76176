import { parse } from 'papaparse';
import { limits } from '../../../../../../../contracts/base/limits';
import type { Variables } from '../../../../../../../contracts/timeline';
import { columnName, freeName, textOf, valueOf } from './cells.rule';

export const emptyTable: Variables = { columns: [], rows: [] };

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

export const withCell = (
  { columns, rows }: Variables,
  row: number,
  column: number,
  text: string,
): Variables => ({
  columns,
  rows: rows.map((one, i) =>
    i === row ? columns.map((_, j) => (j === column ? valueOf(text) : (one[j] ?? ''))) : one,
  ),
});

export const withRow = ({ columns, rows }: Variables, at = rows.length): Variables => ({
  columns,
  rows: [...rows.slice(0, at), columns.map(() => ''), ...rows.slice(at)],
});

export const withoutRow = ({ columns, rows }: Variables, at: number): Variables => ({
  columns,
  rows: without(rows, at),
});

/** A table that had nothing gets its first row too. */
export function withColumn({ columns, rows }: Variables, wish: string): Variables {
  const name = freeName(columns, columnName(wish) || 'column');
  return {
    columns: [...columns, name],
    rows: rows.length > 0 ? rows.map((row) => [...row, '']) : [[...columns.map(() => ''), '']],
  };
}

export const withoutColumn = ({ columns, rows }: Variables, at: number): Variables => ({
  columns: without(columns, at),
  rows: columns.length > 1 ? rows.map((row) => without(row, at)) : [],
});

/** With another name for a column; nothing for a name that there is already. */
export function renamedColumn(table: Variables, at: number, wish: string): Variables {
  const name = columnName(wish);
  if (!name || table.columns.includes(name)) return table;
  return { ...table, columns: table.columns.map((one, i) => (i === at ? name : one)) };
}

/** What a spreadsheet puts on the clipboard, or a file of comma-separated values has. */
const cellsOf = (text: string): string[][] =>
  parse<string[]>(text.replace(/\r?\n$/, ''), {
    skipEmptyLines: 'greedy',
    delimitersToGuess: ['\t', ',', ';'],
  }).data.map((line) => line.map((cell) => cell.trim()));

/** Whether a pasted text is a table rather than the text of one cell. */
export const isTable = (text: string): boolean =>
  text.includes('\t') || /\r?\n./.test(text.trimEnd());

/** A whole table from its text: the first line has the names of the columns. */
export function tableFrom(text: string): Variables {
  const [heading = [], ...lines] = cellsOf(text);
  const columns = heading
    .slice(0, limits.timelineColumns)
    .reduce<string[]>((all, cell) => [...all, freeName(all, columnName(cell) || 'column')], []);
  const rows = lines
    .slice(0, limits.timelineRows)
    .map((line) => columns.map((_, i) => valueOf(line[i] ?? '')));
  return { columns, rows };
}

/** The table with a piece of another one laid over it from a cell on; it grows where needed. */
export function pastedInto(
  { columns: before, rows }: Variables,
  at: { row: number; column: number },
  text: string,
): Variables {
  const cells = cellsOf(text);
  const width = at.column + Math.max(0, ...cells.map((line) => line.length));
  const columns = [...before];
  while (columns.length < Math.min(limits.timelineColumns, width))
    columns.push(freeName(columns, 'column'));
  const height = Math.min(limits.timelineRows, Math.max(rows.length, at.row + cells.length));
  return {
    columns,
    rows: Array.from({ length: height }, (_, i) =>
      columns.map((_, j) => {
        const pasted = cells[i - at.row]?.[j - at.column];
        return pasted === undefined ? (rows[i]?.[j] ?? '') : valueOf(pasted);
      }),
    ),
  };
}

const quoted = (cell: string): string =>
  /[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** The text that `tableFrom` reads as this table, for a spreadsheet. */
export const textOfTable = ({ columns, rows }: Variables): string =>
  [columns, ...rows.map((row) => row.map(textOf))]
    .map((line) => line.map(quoted).join('\t'))
    .join('\n');
