import { unparse } from 'papaparse';
import {
  VariableDescription,
  type ValueLabel,
  type StudyVariable,
} from '../../../../../../contracts/research-data/study-variables';
import { fieldErrorCodeOf } from '../../../../lib/form';
import { readTable } from '../../../../lib/tables/read-table';

/**
 * The columns of a file of descriptions. A variable and its first labelled value share a line. Each
 * further labelled value has its own line.
 */
export const variablesCsvColumns = ['variable', 'description', 'unit', 'value', 'label'] as const;
type Row = Record<(typeof variablesCsvColumns)[number], string>;

export interface VariablesFault {
  /** The line number in a spreadsheet: the heading is line 1. */
  line: number;
  /** A column of the file; empty if the whole line is wrong. */
  column: string;
  /** A code of `fieldErrorCodes`, `variablesFileFaults` or `tableFaults`. */
  code: string;
}

/**
 * The faults that only this kind of file has: no known columns, or two different texts for one
 * variable.
 */
export const variablesFileFaults = ['no_columns', 'said_twice'] as const;

/**
 * Writes the descriptions as CSV. Texts that a spreadsheet would read as formulas get an apostrophe
 * before them.
 */
export function variablesCsv(variables: readonly VariableDescription[]): string {
  const rows = variables.flatMap(({ name: variable, description, unit, levels }): Row[] => {
    const [first, ...others] = levels;
    const of = ({ value, label }: ValueLabel = { value: '', label: '' }) => ({ value, label });
    return [
      { variable, description, unit, ...of(first) },
      ...others.map((level) => ({ variable, description: '', unit: '', ...of(level) })),
    ];
  });
  return unparse(
    {
      fields: [...variablesCsvColumns],
      data: rows.map((row) => variablesCsvColumns.map((name) => row[name])),
    },
    { escapeFormulae: true, newline: '\r\n' },
  );
}

const withoutMark = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

type Column = (typeof variablesCsvColumns)[number];
/**
 * Line numbers in the file: where a variable is first mentioned (`variable`), where each of its
 * texts is, and where each labelled value is (`levels`).
 */
type Lines = Partial<Record<Column, number>> & { variable: number; levels: number[] };
interface Found {
  words: VariableDescription;
  lines: Lines;
}

/**
 * Reads the descriptions in a file. Each fault names its line. An apostrophe before a text that
 * looks like a formula is removed, unless it belongs to the name of a known variable.
 */
export function readVariables(
  text: string,
  known: ReadonlySet<string>,
): { variables: VariableDescription[] } | { faults: VariablesFault[] } {
  const table = tableOf(text);
  if ('faults' in table) return table;
  const found = new Map<string, Found>();
  const faults: VariablesFault[] = [];
  for (const { line, row } of table.rows) {
    const cell = (column: Column) => withoutMark(row[column]);
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
  const variables: VariableDescription[] = [];
  for (const { words, lines } of found.values()) {
    const read = VariableDescription.safeParse(words);
    if (read.success) variables.push(read.data);
    else
      for (const issue of read.error.issues)
        faults.push({ ...placeOf(issue.path, lines), code: fieldErrorCodeOf(issue) });
  }
  faults.sort((a, b) => a.line - b.line);
  return faults.length > 0 ? { faults } : { variables };
}

interface VariableLine {
  line: number;
  row: Row;
}

/** Reads the file, and returns the rows that have a value in at least one known column. */
function tableOf(text: string): { rows: VariableLine[] } | { faults: VariablesFault[] } {
  const table = readTable(text, {
    own: variablesCsvColumns,
    needed: ['variable', 'description'],
    othersIgnored: true,
    withBlanks: true,
  });
  if ('faults' in table) return table;
  const placeOfColumn = new Map(table.columns.map(({ name }, i) => [name, i]));
  const rows = table.rows.map(({ line, cells }): VariableLine => {
    const of = (name: Column) => cells[placeOfColumn.get(name) ?? -1] ?? '';
    const [variable, description, unit] = [of('variable'), of('description'), of('unit')];
    return { line, row: { variable, description, unit, value: of('value'), label: of('label') } };
  });
  return {
    rows: rows.filter(({ row }) => !Object.values(row).every((cell) => cell.trim() === '')),
  };
}

/**
 * Returns the line and the column of a value that the contract refuses. The first argument is the
 * path in the contract's error: a field, an index and a property.
 */
function placeOf([field, at, part]: readonly PropertyKey[], lines: Lines) {
  if (field === 'levels')
    return {
      line: lines.levels[Number(at ?? 0)] ?? lines.variable,
      column: String(part ?? 'value'),
    };
  const column = variablesCsvColumns.find((name) => name === field) ?? 'variable';
  return { line: lines[column] ?? lines.variable, column };
}

const textOf = ({ description, unit, levels }: VariableDescription) =>
  JSON.stringify([description, unit, levels.map(({ value, label }) => [value, label])]);

/** Returns the variables whose description in the file differs from the present description. */
export const changedVariables = (
  read: readonly VariableDescription[],
  now: readonly StudyVariable[],
): VariableDescription[] => {
  const known = new Map(now.map((one) => [one.name, textOf(one)]));
  const nothing = textOf({ name: '', description: '', unit: '', levels: [] });
  return read.filter((one) => textOf(one) !== (known.get(one.name) ?? nothing));
};

/** A name in the file that is not a column of any listed table. */
export interface UnknownColumn {
  readonly name: string;
  /** A column whose name differs only in case or spaces; it is probably the intended one. */
  readonly like: string | null;
}
const loosely = (name: string) => name.replace(/\s/g, '').toLowerCase();

/**
 * Returns the names in the file that are not columns of any table yet. Their descriptions are
 * stored for later, and the page says so.
 */
export function unknownColumns(
  read: readonly Pick<VariableDescription, 'name'>[],
  now: readonly Pick<StudyVariable, 'name' | 'tables'>[],
): UnknownColumn[] {
  const found = now.filter(({ tables }) => tables.length > 0).map(({ name }) => name);
  const known = new Set(found);
  const alike = new Map(found.map((name) => [loosely(name), name]));
  return read
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => ({ name, like: alike.get(loosely(name)) ?? null }));
}
