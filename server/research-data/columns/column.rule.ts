import type { ColumnType } from '../../../contracts/research-data/research-data';
import type {
  ValueLabel,
  VariableDescription,
} from '../../../contracts/research-data/study-variables';
import type { ColumnStats } from './column-stats.rule';
import type { StudyColumn } from './study-columns.rule';

/**
 * What the researcher wrote about a variable. An export of any format may contain it. The contract
 * calls the labels of values `levels`. Here they are called `labels`, because `levels` already
 * means the distinct values in the data.
 */
type Described = Partial<Omit<VariableDescription, 'name' | 'levels'>>;

/**
 * A column of a table, as formats and codebooks describe it. Its properties come from the values,
 * the plugin, the study's definition and the researcher's descriptions. Each format uses the
 * properties that it can express; the JSON codebook contains all of them.
 */
export interface Column extends Readonly<Described> {
  readonly name: string;
  /** The study's original name, if the column was renamed. */
  readonly renamed_from?: string;
  /** The description by the plugin or survey, if the researcher's own description replaces it. */
  readonly recorded_description?: string;
  readonly type: ColumnType;
  readonly levels: readonly (string | number | boolean)[] | null;
  /** The labels of values, written by the researcher. */
  readonly labels?: readonly ValueLabel[];
  /**
   * The texts of the questions whose answers are in the column, if the study's definition has them.
   */
  readonly questions?: readonly string[];
  /** The smallest and the greatest value that the question's scale allows. */
  readonly allowed?: readonly [number, number];
  /** The smallest and the greatest number in the data. */
  readonly range: readonly [number, number] | null;
  readonly values: number;
  readonly missing: number;
  /** The number of empty texts among the `values`. */
  readonly empty?: number;
  /** How many values contained NUL or an unpaired surrogate, replaced by U+FFFD. */
  readonly replaced?: number;
  /** How many values of anonymous sessions were withheld because they look like times, addresses or browser names. */
  readonly withheld?: number | 'of fewer than five people';
}

/**
 * Columns that name the participant or the session of a run; their values are not listed as levels.
 */
export const identifierColumns: ReadonlySet<string> = new Set(['run_participant', 'run_session']);

export function columnFromStats(name: string, stats: ColumnStats, rows: number): Column {
  const { type, levels, range, count, replaced, empty } = stats;
  return {
    name,
    type,
    levels: identifierColumns.has(name) ? null : levels,
    range,
    values: count,
    missing: rows - count,
    ...(empty > 0 && { empty }),
    ...(replaced > 0 && { replaced }),
  };
}

/** Makes a column that a format adds, whose values are not counted. */
export const columnAddedByFormat = (
  name: string,
  description: string,
  more: Partial<Column> = {},
): Column => ({
  ...{ name, description, type: 'string', levels: null, range: null, values: 0, missing: 0 },
  ...more,
});

/** Returns the study's own columns, with the statistics of their values. */
export const columnsOfStudy = (columns: readonly StudyColumn[], rows: number): Column[] =>
  columns.map(({ name, renamed_from, stats }) => ({
    ...columnFromStats(name, stats, rows),
    ...(renamed_from !== null && { renamed_from }),
  }));
