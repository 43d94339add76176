import { parse, unparse } from 'papaparse';
import {
  VariableWords,
  type LevelLabel,
  type StudyVariable,
} from '../../../../../../../contracts/study-variables';
import { codeOf } from '../../../../../lib/form';

/** A line for each variable, and one more for each further value that has a label. */
export const columns = ['variable', 'description', 'unit', 'value', 'label'] as const;
type Row = Record<(typeof columns)[number], string>;

export interface VariablesFault {
  /** As a spreadsheet counts them: the heading is line 1. */
  line: number;
  /** Of the table; empty where the whole line is meant. */
  column: string;
  /** A code of fieldCodes, or of fileFaults. */
  code: string;
}

/**
 * What a table can have for itself: no such columns; a quotation mark that is not closed, or amid a
 * cell; cells under no heading; a second, different text of a variable.
 */
export const fileFaults = ['no_columns', 'quotes', 'more_cells', 'said_twice'] as const;

/** With an apostrophe before what a spreadsheet would take for a formula. */
export function variablesCsv(variables: readonly VariableWords[]): string {
  const rows = variables.flatMap(({ name: variable, description, unit, levels }): Row[] => {
    const [first, ...others] = levels;
    const of = ({ value, label }: LevelLabel = { value: '', label: '' }) => ({ value, label });
    return [
      { variable, description, unit, ...of(first) },
      ...others.map((level) => ({ variable, description: '', unit: '', ...of(level) })),
    ];
  });
  return unparse(
    { fields: [...columns], data: rows.map((row) => columns.map((name) => row[name])) },
    { escapeFormulae: true, newline: '\r\n' },
  );
}

const withoutMark = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

type Column = (typeof columns)[number];
/** Where a variable is named first, its words stand, and each of its levels. */
type Lines = Partial<Record<Column, number>> & { variable: number; levels: number[] };
interface Found {
  words: VariableWords;
  lines: Lines;
}

/** What a file says, with the line of each part; names that are known stay as they are. */
export function readVariables(
  text: string,
  known: ReadonlySet<string>,
): { variables: VariableWords[] } | { faults: VariablesFault[] } {
  const table = tableOf(text.replace(/^\ufeff/, ''));
  if ('faults' in table) return table;
  const found = new Map<string, Found>();
  const faults: VariablesFault[] = [];
  for (const { line, row, more } of table.rows) {
    const cell = (column: Column) => withoutMark(row[column]);
    if (more) faults.push({ line, column: '', code: 'more_cells' });
    const name = known.has(row.variable) ? row.variable : cell('variable');
    const one: Found = found.get(name) ?? {
      words: { name, description: '', unit: '', levels: [] },
      lines: { variable: line, levels: [] },
    };
    const { words, lines } = one;
    for (const column of ['description', 'unit'] as const) {
      const said = cell(column).trim();
      if (said === '' || said === words[column]) continue;
      if (words[column] !== '') faults.push({ line, column, code: 'said_twice' });
      else [words[column], lines[column]] = [said, line];
    }
    const level = { value: cell('value'), label: cell('label') };
    if (level.value !== '' || level.label !== '') {
      words.levels.push(level);
      lines.levels.push(line);
    }
    found.set(name, one);
  }
  const variables: VariableWords[] = [];
  for (const { words, lines } of found.values()) {
    const read = VariableWords.safeParse(words);
    if (read.success) variables.push(read.data);
    else
      for (const issue of read.error.issues)
        faults.push({ ...placeOf(issue.path, lines), code: codeOf(issue) });
  }
  faults.sort((a, b) => a.line - b.line);
  return faults.length > 0 ? { faults } : { variables };
}

/** @param more the line has cells that are under no heading */
interface TableRow {
  line: number;
  row: Row;
  more: boolean;
}

/** The rows that say something. Blank ones are counted, as a spreadsheet does. */
function tableOf(text: string): { rows: TableRow[] } | { faults: VariablesFault[] } {
  // Blank lines would count against a delimiter.
  const { delimiter } = parse(text, {
    ...{ preview: 1, skipEmptyLines: 'greedy', delimitersToGuess: [',', ';', '\t'] },
  }).meta;
  const { data, errors } = parse<string[]>(text, { delimiter, skipEmptyLines: false });
  const start = data.findIndex((cells) => cells.some((cell) => !isBlank(cell)));
  const heading = (data[start] ?? []).map((name) => name.trim().toLowerCase());
  const top = Math.max(start, 0) + 1;
  if (!heading.includes('variable') || !heading.includes('description'))
    return { faults: [{ line: top, column: '', code: 'no_columns' }] };
  const twice = columns.find((name) => heading.indexOf(name) !== heading.lastIndexOf(name));
  if (twice) return { faults: [{ line: top, column: twice, code: 'named_twice' }] };
  // What follows a quotation mark that is not closed would be one cell.
  const quotes = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row = 0 }) => row));
  if (quotes.size > 0)
    return { faults: [...quotes].map((at) => ({ line: at + 1, column: '', code: 'quotes' })) };
  const rows = data.slice(start + 1).map((cells, i): TableRow => {
    const of = (name: Column) => cells[heading.indexOf(name)] ?? '';
    const [variable, description, unit] = [of('variable'), of('description'), of('unit')];
    return {
      line: top + 1 + i,
      row: { variable, description, unit, value: of('value'), label: of('label') },
      more: cells.slice(heading.length).some((cell) => !isBlank(cell)),
    };
  });
  return { rows: rows.filter(({ row, more }) => more || !Object.values(row).every(isBlank)) };
}
const isBlank = (cell: string) => cell.trim() === '';

/** Of what the contract refuses. */
function placeOf([field, at, part]: readonly PropertyKey[], lines: Lines) {
  if (field === 'levels')
    return {
      line: lines.levels[Number(at ?? 0)] ?? lines.variable,
      column: String(part ?? 'value'),
    };
  const column = columns.find((name) => name === field) ?? 'variable';
  return { line: lines[column] ?? lines.variable, column };
}

const textOf = ({ description, unit, levels }: VariableWords) =>
  JSON.stringify([description, unit, levels.map(({ value, label }) => [value, label])]);

/** Those of a file that say something else than what is said now. */
export const changedOf = (
  read: readonly VariableWords[],
  now: readonly StudyVariable[],
): VariableWords[] => {
  const known = new Map(now.map((one) => [one.name, textOf(one)]));
  const nothing = textOf({ name: '', description: '', unit: '', levels: [] });
  return read.filter((one) => textOf(one) !== (known.get(one.name) ?? nothing));
};

/** A name under which no table has a column, as far as the list knows. */
export interface NotYet {
  readonly name: string;
  /** A column whose name differs in its case or its spaces alone: mostly what was meant. */
  readonly like: string | null;
}
const loosely = (name: string) => name.replace(/\s/g, '').toLowerCase();

/** Those of a file that are no columns: they are kept for when there is one, and the page says so. */
export function notYetColumns(
  read: readonly Pick<VariableWords, 'name'>[],
  now: readonly Pick<StudyVariable, 'name' | 'tables'>[],
): NotYet[] {
  const found = now.filter(({ tables }) => tables.length > 0).map(({ name }) => name);
  const known = new Set(found);
  const alike = new Map(found.map((name) => [loosely(name), name]));
  return read
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => ({ name, like: alike.get(loosely(name)) ?? null }));
}
