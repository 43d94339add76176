import { parse, unparse } from 'papaparse';
import {
  ConditionKey,
  Conditions,
  nameOfCondition,
  type Condition,
} from '../../../../../../../contracts/conditions';
import { codeOf } from '../../../../../lib/form';

export interface TableFault {
  /** As an editor counts them: the heading is line 1. */
  line: number;
  /** Of the table; empty where the whole line is meant. */
  column: string;
  /** A code of fieldCodes; or `uneven`: the line has more or fewer columns; `no_key`: of a heading. */
  code: string;
}
const shareColumn = 'share';
const isOwnColumn = (name: string) => name === nameOfCondition || name === shareColumn;
/** Whether a script can find a value under this name. */
const isKey = (name: string) => ConditionKey.safeParse(name).success;

/** Numbers and true or false as such, if writing them gives the same text again: 007 stays a text. */
function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text;
}

/** Tables from spreadsheets have tabs, files commas or semicolons. */
const read = (text: string) =>
  parse<Record<string, string>>(text.trim(), {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: ['\t', ',', ';'],
    transformHeader: (name) => name.trim(),
    transform: (value) => value.trim(),
  });

function conditionOf(row: Record<string, string>): unknown {
  const { [nameOfCondition]: name, [shareColumn]: share, __parsed_extra: _, ...others } = row;
  const given = Object.entries(others).filter(([, value]) => value !== '');
  return {
    name: name || given.map(([, value]) => value).join(', '),
    share: share ? valueOf(share) : 1,
    values: Object.fromEntries(given.map(([key, value]) => [key, valueOf(value)])),
  };
}

function faultOf(path: readonly PropertyKey[], message: string): TableFault {
  const [row, field, key] = path;
  const line = typeof row === 'number' ? row + 2 : 1;
  const column = field === 'values' ? String(key ?? '') : String(field ?? '');
  return { line, column, code: message };
}

/**
 * The conditions of a table: a line for each, with a column for each value that the study's script is
 * to have. `name` and `share` may be missing.
 * @param text with a heading; separated by tabs, commas or semicolons
 */
export function conditionsOf(text: string): { cells: Condition[] } | { faults: TableFault[] } {
  const { data, errors, meta } = read(text);
  const uneven = errors.filter(({ type }) => type === 'FieldMismatch' || type === 'Quotes');
  if (uneven.length > 0)
    return {
      faults: uneven.map(({ row = 0 }) => ({ line: row + 2, column: '', code: 'uneven' })),
    };
  const wrongKeys = (meta.fields ?? []).filter((name) => !isOwnColumn(name) && !isKey(name));
  if (wrongKeys.length > 0)
    return { faults: wrongKeys.map((column) => ({ line: 1, column, code: 'no_key' })) };
  const parsed = Conditions.shape.cells.safeParse(data.map(conditionOf), {
    error: (issue) => codeOf(issue),
  });
  if (parsed.success) return { cells: parsed.data };
  return { faults: parsed.error.issues.map(({ path, message }) => faultOf(path, message)) };
}

/** The columns of a table of these conditions: those of `share` only if one differs from 1. */
export const keysOf = (cells: readonly Condition[]): string[] => [
  ...new Set(cells.flatMap(({ values }) => Object.keys(values))),
];

/** The text that `conditionsOf` reads as these conditions. */
export function tableOf(cells: readonly Condition[]): string {
  if (cells.length === 0) return '';
  const withShares = cells.some(({ share }) => share !== 1);
  const keys = keysOf(cells);
  return unparse(
    {
      fields: [nameOfCondition, ...(withShares ? [shareColumn] : []), ...keys],
      data: cells.map(({ name, share, values }) => [
        name,
        ...(withShares ? [share] : []),
        ...keys.map((key) => values[key] ?? ''),
      ]),
    },
    { newline: '\n' },
  );
}
