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
  /** A code of fieldCodes; or `no_columns`: the heading has no such columns. */
  code: string;
}

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

/** What a file says, with the line of each variable; names that are known stay as they are. */
export function readVariables(
  text: string,
  known: ReadonlySet<string>,
): { variables: VariableWords[] } | { faults: VariablesFault[] } {
  const { data, meta } = parse<Partial<Row>>(text.replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  if (!meta.fields?.includes('variable') || !meta.fields.includes('description'))
    return { faults: [{ line: 1, column: '', code: 'no_columns' }] };
  const found = new Map<string, { line: number; words: VariableWords }>();
  for (const [i, row] of data.entries()) {
    const cell = (name: keyof Row) => withoutMark(row[name] ?? '');
    const name = known.has(row.variable ?? '') ? (row.variable ?? '') : cell('variable');
    const one = found.get(name) ?? {
      line: i + 2,
      words: { name, description: '', unit: '', levels: [] },
    };
    one.words.description ||= cell('description');
    one.words.unit ||= cell('unit');
    if (cell('value') !== '') one.words.levels.push({ value: cell('value'), label: cell('label') });
    found.set(name, one);
  }
  const variables: VariableWords[] = [];
  const faults: VariablesFault[] = [];
  for (const { line, words } of found.values()) {
    const read = VariableWords.safeParse(words);
    if (read.success) variables.push(read.data);
    else
      for (const issue of read.error.issues)
        faults.push({ line, column: columnOf(issue.path), code: codeOf(issue) });
  }
  return faults.length > 0 ? { faults } : { variables };
}

const columnOf = ([field, , part]: readonly PropertyKey[]): string =>
  field === 'name' ? 'variable' : field === 'levels' ? String(part ?? 'value') : String(field);

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
