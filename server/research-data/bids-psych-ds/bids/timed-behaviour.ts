import type { Cell } from '../../columns/cell.rule';
import type { Column } from '../../columns/column.rule';
import type { RunWithRows, Table } from '../../columns/table';

/** The number of key columns, which identify the record and the participant. */
const keys = 4;
const seqAt = 3;
const nameOf = (measured: string) => `timing_${measured}`;

/**
 * Returns the columns with timing measurements that are added to the tables of behaviour; an empty
 * list if nothing was measured.
 */
export const timingColumnsOf = ({ columns, rowCount }: Table): Column[] =>
  rowCount === 0
    ? []
    : columns.slice(keys).map((column) => ({ ...column, name: nameOf(column.name) }));

/**
 * Appends the measurements of each trial to a run's rows, because the standard does not allow a
 * second table of the same trials. Rows without measurements get empty cells.
 */
export function* rowsWithTiming(
  { rows, timed }: Pick<RunWithRows, 'rows' | 'timed'>,
  columns: readonly Column[],
): Generator<Cell[]> {
  const bySeq = new Map(timed.map((cells) => [cells[seqAt], cells.slice(keys)]));
  const nothing = columns.map(() => undefined);
  for (const cells of rows())
    yield columns.length === 0 ? cells : [...cells, ...(bySeq.get(cells[seqAt]) ?? nothing)];
}
