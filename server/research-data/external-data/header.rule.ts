import { externalDataLimits } from '../../../contracts/research-data/external-data';
import type { Encoding } from '../../../contracts/tables/encoding.rule';
import { writable } from '../columns/cell.rule';
import type { CsvRow } from './csv-rows.rule';

export interface CsvHeader {
  readonly names: readonly string[];
  /** The questions, which Qualtrics writes below the names. */
  readonly labels: readonly (string | null)[];
  /** How many lines of headings the file has: 1, or 3 in an export of Qualtrics. */
  readonly lines: 1 | 3;
}

/** How the file is written, which determined how it was read. */
export interface FileNotation {
  readonly encoding: Encoding;
  /** Cells are not separated by commas, which may be signs of decimals then. */
  readonly mayHaveCommas: boolean;
}
const isOfQualtrics = (row: CsvRow | undefined): boolean =>
  row?.cells.some((cell) => cell.startsWith('{"ImportId"')) ?? false;
/** Half of a pair may be left where a long heading ends. */
const short = (text: string) => writable(text.trim().slice(0, externalDataLimits.heading));

/** @param first the first three rows, or as many as there are */
export function headerOf(first: readonly CsvRow[]): CsvHeader {
  const names = first[0]?.cells.map(short) ?? [];
  const isTriple = isOfQualtrics(first[2]);
  const labels = names.map((_, i) => (isTriple && short(first[1]?.cells[i] ?? '')) || null);
  return { names, labels, lines: isTriple ? 3 : 1 };
}

/** The name of a file as it is stored: one line, and no more than its end. */
export const shortName = (name: string): string =>
  writable(
    name
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd')
      .trim()
      .slice(-externalDataLimits.name),
  ) || 'data.csv';

/** The columns of `1-4,7`, from 0, as far as there are `count` of them. */
export function placesOf(
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
