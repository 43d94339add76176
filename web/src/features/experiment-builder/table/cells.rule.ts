import { timelineLimits } from '../../../../../contracts/timeline/limits';
import {
  columnKindOf,
  parseCell,
  type ColumnKind,
} from '../../../../../contracts/tables/column-kind.rule';
import type { Json } from '../../../../../contracts/timeline/timeline-values';

const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const isList = (text: string) => /^[[{].*[\]}]$/s.test(text);
/** Parses a JSON text that contains a list or an object; undefined for any other text. */
export function parseListOrObject(text: string): Json | undefined {
  try {
    return isList(text) ? (JSON.parse(text) as Json) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Converts a typed text to a value. "0.5" becomes a number. "0.50" stays a text, since the number
 * would appear as "0.5" while the researcher is still typing. A table cell gets the type of its
 * column when the cell loses focus (`convertColumns`).
 */
export function parseCellText(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  if (numbers.test(text) && String(Number(text)) === text) return Number(text);
  return parseListOrObject(text) ?? text;
}

export interface ColumnValues {
  readonly type: ColumnKind['type'] | 'list';
  readonly decimalComma: boolean;
  readonly values: Json[];
}

/**
 * Converts the cells of a column to values of one type. Lists and objects keep their own type, and
 * do not influence the type of the remaining cells.
 * @param mayBeObject whether a cell's text may be a list or an object
 */
export function columnValuesOf(
  cells: readonly string[],
  mayHaveCommas = true,
  mayBeObject: (row: number) => boolean = () => true,
): ColumnValues {
  const lists = cells.map((cell) => (cell === '' ? '' : parseListOrObject(cell)));
  if (lists.every((one) => one !== undefined) && lists.some((one) => one !== ''))
    return { type: 'list', decimalComma: false, values: lists };
  const objects = lists.map((one, i) => (one !== '' && mayBeObject(i) ? one : undefined));
  const kind = columnKindOf(
    cells.filter((_, i) => objects[i] === undefined),
    mayHaveCommas,
  );
  return { ...kind, values: cells.map((cell, i) => objects[i] ?? parseCell(kind, cell)) };
}

/** Writes a value as the text of a cell, from which `parseCellText` reads the same value. */
export const cellTextOf = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** Returns a name that no column has yet: `word`, `word_2` … */
export function unusedColumnName(columns: readonly string[], wish: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wish : `${wish}_${n}`;
    if (!columns.includes(name)) return name;
  }
}

const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

/**
 * Converts a text to a name that code can use: English letters, digits and underscores, not
 * beginning with a digit.
 */
export const toColumnName = (text: string): string =>
  text
    .trim()
    .replace(/[äöüÄÖÜß]/g, (one) => spelled[one] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(\d)/, '_$1')
    .slice(0, timelineLimits.timelineKey - 4);
