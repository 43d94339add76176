import type { Cell } from '../../columns/cell.rule';
import type { Column } from '../../columns/column.rule';
import type { RunOfData, Table } from '../../columns/table';

/** The columns before, of the data and of what was measured: which record of whom it is. */
const keys = 4;
const seqAt = 3;
const nameOf = (measured: string) => `timing_${measured}`;

/** The measurements of each trial, as columns beside the data of BIDS; none where nothing was measured. */
export const timingColumnsOf = ({ columns, rowCount }: Table): Column[] =>
  rowCount === 0
    ? []
    : columns.slice(keys).map((column) => ({ ...column, name: nameOf(column.name) }));

/**
 * The rows of a run's data with what was measured of each trial behind them: the standard has no place
 * for a second table of the same trials. Rows of which nothing was measured have nothing there.
 */
export function* withTiming(
  { rows, timed }: Pick<RunOfData, 'rows' | 'timed'>,
  columns: readonly Column[],
): Generator<Cell[]> {
  const bySeq = new Map(timed.map((cells) => [cells[seqAt], cells.slice(keys)]));
  const nothing = columns.map(() => undefined);
  for (const cells of rows())
    yield columns.length === 0 ? cells : [...cells, ...(bySeq.get(cells[seqAt]) ?? nothing)];
}
