import type { SelectedRun } from '../selection/selected-runs';
import type { Cell, RowGroups } from './cell.rule';
import type { Column } from './column.rule';

/**
 * A table of an export: its columns are known after the first pass over the records, its rows are
 * written in the second.
 */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rowCount: number;
  readonly rows: () => RowGroups;
}

/** The rows of one file with data that an external study collected; `name` is its path without the ending. */
export interface ExternalTable extends Table {
  /** The name of the external data file that the researcher uploaded. */
  readonly file: string;
  readonly participants: number;
  readonly left_out: { unfinished: number; day_not_over: number; rejected?: number };
}
export interface ExternalTables {
  readonly tables: readonly ExternalTable[];
  /**
   * The ids of the parts whose rows the tables contain. A part is one participation's rows in one
   * external data file.
   */
  readonly partIds: readonly string[];
}

/** A run with its rows of the table `data`. The rows can be read more than once. */
export interface RunWithRows {
  readonly run: SelectedRun;
  readonly rows: () => Iterable<Cell[]>;
  /** The run's rows of the table `trial_timing`. */
  readonly timed: readonly Cell[][];
}
