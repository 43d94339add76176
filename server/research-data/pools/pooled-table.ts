import type { Cell, RowGroups } from '../columns/cell.rule';
import type { Column } from '../columns/column.rule';
import type { Table } from '../columns/table';
import { shuffle } from '../selection/shuffled';
import { pooledColumns } from './pooled-columns.rule';

/**
 * The table of one group. Its rows arrive in parts, for example one part for each run; `parts` is
 * the number of these parts.
 */
export interface GroupTable {
  readonly group: string;
  readonly table: Table;
  readonly parts: number;
}

/**
 * Combines the rows of all groups into one table whose first column is the group. The rows of a
 * group arrive in parts. The parts of all groups are put into a random order by cryptographic
 * random numbers; within a group the rows already are in random order.
 */
export function pooledTable(groups: readonly GroupTable[], groupColumn: Column): Table {
  const columns = pooledColumns(groups.map(({ table }) => table));
  const names = columns.map(({ name }) => name);
  const rowCount = groups.reduce((sum, { table }) => sum + table.rowCount, 0);
  const added = { ...groupColumn, values: rowCount, levels: groups.map(({ group }) => group) };
  return {
    name: groups[0]?.table.name ?? 'data',
    columns: [added, ...columns],
    rowCount,
    rows: () => pooledRows(groups, names),
  };
}

async function* pooledRows(
  groups: readonly GroupTable[],
  names: readonly string[],
): AsyncGenerator<Cell[][]> {
  const sources = groups.map(({ group, table }) => ({
    parts: partsOf(table.rows()),
    cellsOf: placed(group, table.columns, names),
  }));
  const order = shuffle(
    groups.flatMap(({ parts }, place) => Array.from({ length: parts }, () => place)),
  );
  for (const place of order) {
    const source = sources[place];
    const next = await source?.parts.next();
    if (source && next?.done === false) yield Array.from(next.value, source.cellsOf);
  }
}

async function* partsOf(rows: RowGroups): AsyncGenerator<Iterable<Cell[]>> {
  yield* rows;
}

/** Places the cells of a group's row in the common columns, after the group's name. */
function placed(group: string, columns: readonly Column[], names: readonly string[]) {
  const own = new Map(columns.map(({ name }, place) => [name, place]));
  const places = names.map((name) => own.get(name));
  return (cells: Cell[]): Cell[] => [
    group,
    ...places.map((place) => (place === undefined ? undefined : cells[place])),
  ];
}
