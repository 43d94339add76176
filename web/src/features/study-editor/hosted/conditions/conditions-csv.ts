import { unparse } from 'papaparse';
import {
  ConditionValueKey,
  Conditions,
  conditionNameKey,
  type Condition,
} from '../../../../../../contracts/study-files/conditions';
import {
  columnKindOf,
  parseCell,
  type ColumnKind,
} from '../../../../../../contracts/tables/column-kind.rule';
import { fieldErrorCodeOf } from '../../../../lib/form';
import { readTable, rowValuesOf } from '../../../../lib/tables/read-table';

export interface ConditionsFault {
  /** The number of the line, counted from 1. Line 1 is usually the heading. */
  line: number;
  /** The name of the faulty column; empty if the whole line is wrong. */
  column: string;
  /**
   * What is wrong: with a value (`fieldErrorCodes`), with the table (`tableFaults`), or with a
   * heading that is no valid name (`no_key`).
   */
  code: string;
}
export interface ConditionsWithKinds {
  readonly cells: Condition[];
  /** The type of each column, by its name. */
  readonly kinds: ReadonlyMap<string, ColumnKind>;
}
const shareColumn = 'share';
const isOwnColumn = (name: string) => name === conditionNameKey || name === shareColumn;
/** Whether a text can be the name by which a script reads a value. */
const isKey = (name: string) => ConditionValueKey.safeParse(name).success;

const isEmpty = (value: unknown) => value === '';

function conditionOf(names: readonly string[], cells: readonly string[], values: unknown[]) {
  const cellOf = (name: string) => cells[names.indexOf(name)] ?? '';
  // Each share gets a type by itself. If the whole column had one type, a single text in it would
  // turn all shares into texts, and every line would be reported as wrong.
  const share = cellOf(shareColumn);
  const given = names.flatMap((name, i) =>
    isOwnColumn(name) || isEmpty(values[i]) ? [] : [[name, values[i], cells[i]] as const],
  );
  return {
    name: cellOf(conditionNameKey) || given.map(([, , text]) => text).join(', '),
    share: share === '' ? 1 : parseCell(columnKindOf([share]), share),
    values: Object.fromEntries<unknown>(given.map(([name, value]) => [name, value])),
  };
}

/**
 * Reads conditions from a table with one line for each condition and one column for each value that
 * the study's script gets. The columns `name` and `share` are optional. All values of a column have
 * one type.
 * @param text the table, starting with a heading; tabs, commas or semicolons separate the cells
 */
export function parseConditions(text: string): ConditionsWithKinds | { faults: ConditionsFault[] } {
  const table = readTable(text, { own: [conditionNameKey, shareColumn] });
  if ('faults' in table) return table;
  const names = table.columns.map(({ name }) => name);
  const wrongKeys = names.filter((name) => !isOwnColumn(name) && !isKey(name));
  if (wrongKeys.length > 0)
    return {
      faults: wrongKeys.map((column) => ({ line: table.line, column, code: 'no_key' })),
    };
  const given = table.rows.map((row) => conditionOf(names, row.cells, rowValuesOf(table, row)));
  const parsed = Conditions.shape.cells.safeParse(given, {
    error: (issue) => fieldErrorCodeOf(issue),
  });
  if (parsed.success)
    return {
      cells: parsed.data,
      kinds: new Map(table.columns.map(({ name, kind }) => [name, kind])),
    };
  const faultOf = ({ path, message }: { path: PropertyKey[]; message: string }) => {
    const [row, field, key] = path;
    const line = typeof row === 'number' ? table.rows[row]?.line : undefined;
    const column = field === 'values' ? String(key ?? '') : String(field ?? '');
    return { line: line ?? table.line, column, code: message };
  };
  return { faults: parsed.error.issues.map(faultOf) };
}

/** Returns the names of the values that these conditions have. */
export const conditionValueNames = (cells: readonly Condition[]): string[] => [
  ...new Set(cells.flatMap(({ values }) => Object.keys(values))),
];

/** Writes conditions as a table that `parseConditions` can read. */
export function conditionsTableText(cells: readonly Condition[]): string {
  if (cells.length === 0) return '';
  const withShares = cells.some(({ share }) => share !== 1);
  const keys = conditionValueNames(cells);
  return unparse(
    {
      fields: [conditionNameKey, ...(withShares ? [shareColumn] : []), ...keys],
      data: cells.map(({ name, share, values }) => [
        name,
        ...(withShares ? [share] : []),
        ...keys.map((key) => values[key] ?? ''),
      ]),
    },
    { newline: '\n' },
  );
}
