import type { ColumnType } from '../../../contracts/research-data/research-data';
import type { LevelLabel } from '../../../contracts/research-data/study-variables';
import type { ColumnStats } from './column-stats.rule';
import type { Column } from './columns.rule';

/** What a reader of a table learns of one of its columns. */
export interface CodebookEntry {
  readonly name: string;
  readonly renamed_from?: string;
  readonly description?: string;
  /** What the plugin or survey that recorded it says, where the researcher says something else. */
  readonly recorded_description?: string;
  /** Of numbers, where it is known. */
  readonly unit?: string;
  readonly type: ColumnType;
  readonly levels: readonly (string | number | boolean)[] | null;
  /** What values mean, by the researcher's words. */
  readonly labels?: readonly LevelLabel[];
  /** What was asked, where the study's definition has the words. */
  readonly questions?: readonly string[];
  /** The limits of the scale that was answered. */
  readonly allowed?: readonly [number, number];
  /** The least and the greatest number that was found. */
  readonly range: readonly [number, number] | null;
  readonly values: number;
  readonly missing: number;
  /** Texts of no character, of `values`. */
  readonly empty?: number;
  /** Values with NUL or half of a surrogate pair, which are U+FFFD here. */
  readonly replaced?: number;
  /** How many values of anonymous sessions that look like moments, addresses or browsers were withheld. */
  readonly withheld?: number | 'of fewer than five people';
}

/** They say which one, and not of what kind: levels would list all of them. */
export const identifiers: ReadonlySet<string> = new Set(['run_participant', 'run_session']);

export function codebookEntry(name: string, stats: ColumnStats, rows: number): CodebookEntry {
  const { type, levels, range, count, replaced, empty } = stats;
  return {
    name,
    type,
    levels: identifiers.has(name) ? null : levels,
    range,
    values: count,
    missing: rows - count,
    ...(empty > 0 && { empty }),
    ...(replaced > 0 && { replaced }),
  };
}

export const codebookOf = (columns: readonly Column[], rows: number): CodebookEntry[] =>
  columns.map(({ name, renamed_from, stats }) => ({
    ...codebookEntry(name, stats, rows),
    ...(renamed_from !== null && { renamed_from }),
  }));
