import { timelineLimits } from '../../../../../contracts/timeline/limits';
import type { VariablesTable } from '../../../../../contracts/timeline/timeline';
import type { Json } from '../../../../../contracts/timeline/timeline-values';
import { parsePastedCells, readTable, type TableFaultCode } from '../../../lib/tables/read-table';
import {
  toColumnName,
  unusedColumnName,
  parseListOrObject,
  cellTextOf,
  columnValuesOf,
  parseCellText,
  type ColumnValues,
} from './cells.rule';

export const emptyTable: VariablesTable = { columns: [], rows: [] };

/** Replaces undefined by an empty text, but keeps null: a cell may hold null. */
const orEmpty = (value: Json | undefined): Json => (value === undefined ? '' : value);

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, i) => i !== at);

export const withCell = (
  { columns, rows }: VariablesTable,
  row: number,
  column: number,
  text: string,
): VariablesTable => ({
  columns,
  rows: rows.map((one, i) =>
    i === row ? columns.map((_, j) => (j === column ? parseCellText(text) : orEmpty(one[j]))) : one,
  ),
});

export const withRow = ({ columns, rows }: VariablesTable, at = rows.length): VariablesTable => ({
  columns,
  rows: [...rows.slice(0, at), columns.map(() => ''), ...rows.slice(at)],
});

export const withoutRow = ({ columns, rows }: VariablesTable, at: number): VariablesTable => ({
  columns,
  rows: without(rows, at),
});

/** Adds a column to a table; a table without rows also gets its first row. */
export function withColumn({ columns, rows }: VariablesTable, wish: string): VariablesTable {
  const name = unusedColumnName(columns, toColumnName(wish) || 'column');
  return {
    columns: [...columns, name],
    rows: rows.length > 0 ? rows.map((row) => [...row, '']) : [[...columns.map(() => ''), '']],
  };
}

export const withoutColumn = ({ columns, rows }: VariablesTable, at: number): VariablesTable => ({
  columns: without(columns, at),
  rows: columns.length > 1 ? rows.map((row) => without(row, at)) : [],
});

/** Renames a column; changes nothing if a column already has this name. */
export function renameColumn(table: VariablesTable, at: number, wish: string): VariablesTable {
  const name = toColumnName(wish);
  if (!name || table.columns.includes(name)) return table;
  return { ...table, columns: table.columns.map((one, i) => (i === at ? name : one)) };
}

/**
 * Converts the cells of a column to one type, by the rules for pasted tables: `0.50` beside `0.75`
 * becomes a number. It converts only columns for which `isMeant` returns true. Typed cells keep a
 * type of their own until they lose focus.
 */
export function convertColumns(
  { columns, rows }: VariablesTable,
  isMeant: (column: number) => boolean,
): VariablesTable {
  const typed = columns.map((_, j) => {
    if (!isMeant(j)) return rows.map((row) => row[j]);
    const isObject = (row: number) => typeof rows[row]?.[j] === 'object';
    const texts = rows.map((row) => cellTextOf(row[j]));
    const trimmed = texts.map((text) => text.trim());
    const { type, values } = columnValuesOf(trimmed, true, isObject);
    return rows.map((row, i) => (isObject(i) ? row[j] : (type === 'text' ? texts : values)[i]));
  });
  return { columns, rows: rows.map((_, i) => columns.map((_column, j) => orEmpty(typed[j]?.[i]))) };
}

/** Whether a pasted text is a table rather than the text of one cell. */
export const isPastedTable = (text: string): boolean =>
  text.includes('\t') || /\r?\n./.test(text.trimEnd());

/**
 * An error in a pasted table: in its form (`TableFaultCode`), in a heading that code cannot use as
 * a name (`no_key`), or in a text that is too long (`too_long`).
 */
export interface PasteFault {
  readonly line: number;
  readonly column: string;
  readonly code: TableFaultCode | 'no_key' | 'too_long';
}
export interface PastedColumn extends Pick<ColumnValues, 'type' | 'decimalComma'> {
  readonly name: string;
  /** The heading as it is in the pasted text. */
  readonly heading: string;
}
export interface PastedTable {
  readonly table: VariablesTable;
  readonly columns: readonly PastedColumn[];
}

const most = { columns: timelineLimits.timelineColumns, rows: timelineLimits.timelineRows };
const hasName = (heading: string) => /[A-Za-z0-9]/.test(toColumnName(heading));

/** Makes a whole table from a text, whose first line contains the names of the columns. */
export function parseTable(text: string): PastedTable | { faults: PasteFault[] } {
  const read = readTable(text, { most });
  if ('faults' in read) return read;
  const names = read.columns.map(({ name }) => toColumnName(name));
  const faults = read.columns.flatMap(({ name: column }, i): PasteFault[] => {
    if (!hasName(column)) return [{ line: read.line, column, code: 'no_key' }];
    const isThere = names.indexOf(names[i] ?? '') < i;
    return isThere ? [{ line: read.line, column, code: 'named_twice' }] : [];
  });
  for (const { line, cells } of read.rows)
    for (const [i, cell] of cells.entries())
      if (cell.length > timelineLimits.timelineText)
        faults.push({ line, column: read.columns[i]?.name ?? '', code: 'too_long' });
  if (faults.length > 0) return { faults };
  const typed = read.columns.map((_, i) =>
    columnValuesOf(
      read.rows.map(({ cells }) => cells[i] ?? ''),
      read.delimiter !== ',',
    ),
  );
  return {
    table: {
      columns: names,
      rows: read.rows.map((_, i) => typed.map(({ values }) => values[i] ?? '')),
    },
    columns: typed.map(({ type, decimalComma }, i) => ({
      ...{ name: names[i] ?? '', heading: read.columns[i]?.name ?? '' },
      ...{ type, decimalComma },
    })),
  };
}

/**
 * Pastes cells into a table: the first pasted cell replaces the cell at `at`. Missing rows and
 * columns are added.
 * @returns null if the table would exceed its limit
 */
export function pasteIntoTable(
  { columns: before, rows }: VariablesTable,
  at: { row: number; column: number },
  text: string,
): VariablesTable | null {
  const cells = parsePastedCells(text);
  const width = at.column + Math.max(0, ...cells.map((line) => line.length));
  const height = Math.max(rows.length, at.row + cells.length);
  if (width > timelineLimits.timelineColumns || height > timelineLimits.timelineRows) return null;
  const columns = [...before];
  while (columns.length < width) columns.push(unusedColumnName(columns, 'column'));
  const pasted = {
    columns,
    rows: Array.from({ length: height }, (_, i) =>
      columns.map((_, j) => {
        const cell = cells[i - at.row]?.[j - at.column];
        return cell === undefined ? orEmpty(rows[i]?.[j]) : (parseListOrObject(cell) ?? cell);
      }),
    ),
  };
  return convertColumns(pasted, (j) => j >= at.column && j < width);
}

const quoted = (cell: string): string =>
  /[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** Writes a table as a text that `parseTable` and spreadsheets can read. */
export const textOfTable = ({ columns, rows }: VariablesTable): string =>
  [columns, ...rows.map((row) => row.map(cellTextOf))]
    .map((line) => line.map(quoted).join('\t'))
    .join('\n');
