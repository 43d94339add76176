import { externalDataLimits } from '../../../contracts/research-data/external-data';
import type { Encoding } from '../../../contracts/tables/encoding.rule';
import { toWritableText } from '../columns/cell.rule';
import type { CsvRow } from './csv-rows.rule';

export interface CsvHeader {
  readonly names: readonly string[];
  /** The questions, which Qualtrics writes below the names. */
  readonly labels: readonly (string | null)[];
  /** How many lines of headings the file has: 1, or 3 in an export of Qualtrics. */
  readonly lines: 1 | 3;
}

/** What a parser must know about a file before it parses the cells. */
export interface CsvNotation {
  readonly encoding: Encoding;
  /** Whether commas may be decimal signs: true if another character separates the cells. */
  readonly mayHaveCommas: boolean;
}
const isOfQualtrics = (row: CsvRow | undefined): boolean =>
  row?.cells.some((cell) => cell.startsWith('{"ImportId"')) ?? false;
/** Shortens a text; an unpaired surrogate at the cut is replaced. */
const short = (text: string) => toWritableText(text.trim().slice(0, externalDataLimits.heading));

/**
 * Finds the names and labels of the columns.
 * @param first the first three rows, or as many as there are
 */
export function csvHeaderOf(first: readonly CsvRow[]): CsvHeader {
  const names = first[0]?.cells.map(short) ?? [];
  const isTriple = isOfQualtrics(first[2]);
  const labels = names.map((_, i) => (isTriple && short(first[1]?.cells[i] ?? '')) || null);
  return { names, labels, lines: isTriple ? 3 : 1 };
}

/**
 * Makes the name under which an uploaded file is listed. The name has one line. If the original
 * name is too long, only its end is kept.
 */
export const shortFileName = (name: string): string =>
  toWritableText(
    name
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
      .trim()
      .slice(-externalDataLimits.name),
  ) || 'data.csv';

/**
 * Parses `1-4,7` into indexes from 0. If the text names a column that does not exist, leaves it
 * out, and `areAllThere` is false.
 * @param count the number of columns in the file
 */
export function parseColumnIndexes(
  text: string,
  count: number,
): { places: ReadonlySet<number>; areAllThere: boolean } {
  const places = new Set<number>();
  let areAllThere = true;
  for (const part of text.split(',')) {
    const [first = 0, last = first] = part.split('-').map(Number);
    if (first < 1 || last > count) areAllThere = false;
    for (let one = Math.max(1, first); one <= Math.min(last, count); one++) places.add(one - 1);
  }
  return { places, areAllThere };
}
