import { parse } from 'papaparse';
import {
  columnsWithAmbiguousNumbers,
  detectColumnKind,
  parseCell,
  type ColumnKind,
} from '../../../../contracts/tables/column-kind.rule';
import {
  delimiters,
  delimitersIn,
  firstRowOf,
  type Delimiter,
} from '../../../../contracts/tables/delimiter.rule';

/** The codes of the faults that `readTable` can report for any table. */
export const tableFaults = [
  'no_columns',
  'no_name',
  'named_twice',
  'more_cells',
  'thousands',
  'quotes',
  'too_many_columns',
  'too_many_rows',
] as const;
export type TableFaultCode = (typeof tableFaults)[number];
export interface TableFault {
  /** The number of the line, as an editor counts; the first line is 1. */
  readonly line: number;
  /** The name of the column, or its number if it has no name; empty if the fault concerns the whole line. */
  readonly column: string;
  readonly code: TableFaultCode;
}

export interface TableRow {
  /** The number of the line on which the row begins. */
  readonly line: number;
  /** One cell for each column; cells that the line lacks at its end are empty. */
  readonly cells: readonly string[];
}
export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}
export interface ParsedTable {
  /** Null if the table has only one column. */
  readonly delimiter: Delimiter | null;
  /** The number of the line with the heading. */
  readonly line: number;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/** Rules for the heading, and for how many columns and rows are allowed. */
export interface TableRules {
  /** The names of columns that the caller knows, in upper or lower case. They also decide which delimiter splits the heading. */
  readonly own?: readonly string[];
  /** The known names that the heading must contain. */
  readonly needed?: readonly string[];
  /** Whether the table may have other columns, which are ignored. Their names may be missing or repeated. */
  readonly othersIgnored?: boolean;
  /** Whether blanks around a cell belong to it. */
  readonly withBlanks?: boolean;
  readonly most?: { readonly columns: number; readonly rows: number };
}

/** papaparse needs a delimiter even for a single column. No text contains this character. */
const none = '\u001f';
const isBlank = (cell: string) => cell.trim() === '';
const linesIn = (cell: string) => cell.split(/\r\n|\r|\n/).length - 1;

/**
 * Replaces all line ends outside of quotes by `\n`. A text from several sources may mix kinds of
 * line ends, but papaparse uses the first kind for all lines.
 */
function withEvenLines(text: string, delimiter: string): string {
  const field = new RegExp(`(?<=^|[\\r\\n${delimiter}])"[^"]*(?:""[^"]*)*"|\\r\\n?|\\n`, 'g');
  return text.replace(field, (found) => (found.startsWith('"') ? found : '\n'));
}

interface Lines {
  readonly lines: readonly TableRow[];
  readonly quotes: number | null;
}

/** Returns all lines with their unchanged cells, and the first line that has a quotation mark where none is allowed. */
function linesOf(text: string, delimiter: Delimiter | null): Lines {
  const separator = delimiter ?? none;
  const { data, errors } = parse<string[]>(withEvenLines(text, separator), {
    delimiter: separator,
    newline: '\n',
    skipEmptyLines: false,
  });
  let next = 1;
  const lines = data.map((cells): TableRow => {
    const line = next;
    next += 1 + cells.reduce((sum, cell) => sum + linesIn(cell), 0);
    return { line, cells };
  });
  const wrong = errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => row);
  const first = Math.min(...wrong);
  return { lines, quotes: wrong.length > 0 ? (lines[first]?.line ?? 1) : null };
}

const headingIn = ({ lines }: Lines): readonly string[] =>
  lines.find(({ cells }) => !cells.every(isBlank))?.cells.map((cell) => cell.trim()) ?? [];
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
const ownIn = (heading: readonly string[], own: readonly string[]) =>
  own.filter((name) => heading.some((one) => same(one, name)));

/**
 * Returns how well a delimiter fits the lines: negative if a line has more cells than the heading,
 * otherwise the number of lines with as many cells as the heading.
 */
function fitOf({ lines }: Lines): number {
  const { length } = headingIn({ lines, quotes: null });
  const isTooLong = lines.some(({ cells }) => !cells.slice(length).every(isBlank));
  return isTooLong ? -1 : lines.filter(({ cells }) => cells.length === length).length;
}

/**
 * Splits a text into lines and cells. It chooses the delimiter that finds the most known names in
 * the heading. If several find equally many, it chooses the tab if the heading has one, otherwise
 * the semicolon or comma that fits the lines better. If the heading has no delimiter, only tabs
 * separate cells, since a comma below the heading may belong to a sentence.
 */
function splitLines(text: string, { own = [], needed = [] }: TableRules) {
  const read = (delimiter: Delimiter | null) => ({ delimiter, ...linesOf(text, delimiter) });
  if (own.length > 0) {
    const found = delimiters
      .map(read)
      .map((one) => ({ one, names: ownIn(headingIn(one), own).length }))
      .sort((a, b) => b.names - a.names);
    const [best, second] = found;
    if (best && best.names > (second?.names ?? 0)) return best.one;
    // Several delimiters find equally many names, for example if the heading is one known name.
    if (needed.length > 0 && best && best.names > 0) return best.one;
  }
  const candidates = delimitersIn(firstRowOf(text, true) ?? '');
  if (candidates.length === 0)
    return read(text.replace(/"[^"]*"/g, '').includes('\t') ? '\t' : null);
  if (candidates[0] === '\t') return read('\t');
  const fitting = candidates.map(read).map((one) => ({ one, fit: fitOf(one) }));
  const [best] = fitting.sort((a, b) => b.fit - a.fit);
  return best?.one ?? read(null);
}

/** Returns the positions of the columns that have a name or a text; empty columns are ignored. */
function placesOf(heading: readonly string[], rows: readonly TableRow[]): number[] {
  return heading.flatMap((name, i) =>
    name !== '' || rows.some(({ cells }) => !isBlank(cells[i] ?? '')) ? [i] : [],
  );
}

function headingFaults(
  names: readonly { name: string; place: number }[],
  line: number,
  isLookedAt: (name: string) => boolean,
): TableFault[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, place }): TableFault[] => {
    if (!isLookedAt(name)) return [];
    if (name === '') return [{ line, column: String(place + 1), code: 'no_name' }];
    // The encoding of accents may differ, so names are normalized before they are compared.
    const one = name.normalize('NFC');
    if (seen.has(one)) return [{ line, column: name, code: 'named_twice' }];
    seen.add(one);
    return [];
  });
}

/**
 * Reads a table that a person pastes or uploads. No text in it is dropped: what does not fit is reported as a fault with its line. Lines
 * without any text are ignored. Blanks around a cell do not belong to it, unless `withBlanks` is set.
 */
export function readTable(
  text: string,
  rules: TableRules = {},
): ParsedTable | { faults: TableFault[] } {
  const { own = [], needed = [], othersIgnored = false, withBlanks = false, most } = rules;
  const split = splitLines(text.replace(/^\ufeff/, ''), rules);
  const start = split.lines.findIndex(({ cells }) => !cells.every(isBlank));
  const line = split.lines[start]?.line ?? 1;
  const heading = headingIn(split);
  const ownName = (name: string) => own.find((one) => same(one, name)) ?? name;
  const found = new Set(heading.map(ownName));
  if (start < 0 || needed.some((name) => !found.has(name)))
    return { faults: [{ line, column: '', code: 'no_columns' }] };
  if (split.quotes !== null)
    return { faults: [{ line: split.quotes, column: '', code: 'quotes' }] };
  const rows = split.lines.slice(start + 1).filter(({ cells }) => !cells.every(isBlank));
  const places = placesOf(heading, rows);
  const names = places.map((place) => ({ place, name: ownName(heading[place] ?? '') }));
  const isLookedAt = (name: string) => !othersIgnored || own.includes(name);
  const faults = headingFaults(names, line, isLookedAt);
  if (most && names.length > most.columns)
    faults.push({ line, column: names[most.columns]?.name ?? '', code: 'too_many_columns' });
  const beyond = most && rows[most.rows];
  if (beyond) faults.push({ line: beyond.line, column: '', code: 'too_many_rows' });
  for (const row of rows)
    if (!row.cells.slice(heading.length).every(isBlank))
      faults.push({ line: row.line, column: '', code: 'more_cells' });
  if (faults.length > 0) return { faults };
  const cellOf = (cell = '') => (withBlanks ? cell : cell.trim());
  const cellsOf = (row: TableRow) => places.map((place) => cellOf(row.cells[place]));
  const whole = rows.map((row) => ({ line: row.line, cells: cellsOf(row) }));
  const mayHaveCommas = split.delimiter !== ',';
  const readings = names.map((_, i) =>
    detectColumnKind(
      whole.map(({ cells }) => cells[i] ?? ''),
      mayHaveCommas,
    ),
  );
  const unsure = columnsWithAmbiguousNumbers(readings).filter((i) =>
    isLookedAt(names[i]?.name ?? ''),
  );
  if (unsure.length > 0)
    return {
      faults: unsure.map((i) => ({
        line: whole.find(({ cells }) => cells[i]?.includes('.'))?.line ?? line,
        column: names[i]?.name ?? '',
        code: 'thousands',
      })),
    };
  return {
    delimiter: split.delimiter,
    line,
    columns: names.flatMap(({ name }, i) => {
      const kind = readings[i]?.kind;
      return kind ? [{ name, kind }] : [];
    }),
    rows: whole,
  };
}

/** Returns the values of a row, each read as the type of its column. */
export const rowValuesOf = ({ columns }: ParsedTable, { cells }: TableRow) =>
  columns.map(({ kind }, i) => parseCell(kind, cells[i] ?? ''));

/**
 * Splits cells that were copied from a spreadsheet, without a heading: tabs separate them, and
 * empty lines are kept. Quotation marks are kept if they do not follow the rules of CSV.
 */
export function parsePastedCells(text: string): string[][] {
  const whole = text.replace(/(?:\r\n|\r|\n)$/, '');
  const { lines, quotes } = linesOf(whole, '\t');
  if (quotes === null) return lines.map(({ cells }) => cells.map((cell) => cell.trim()));
  return whole.split(/\r\n|\r|\n/).map((line) => line.split('\t').map((cell) => cell.trim()));
}
