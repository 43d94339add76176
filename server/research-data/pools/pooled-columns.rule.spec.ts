import { columnFromStats, type Column } from '../columns/column.rule';
import { ColumnStats } from '../columns/column-stats.rule';
import type { Cell } from '../columns/cell.rule';
import { groupColumnName, pooledColumns } from './pooled-columns.rule';

const column = (name: string, cells: readonly Cell[], more: Partial<Column> = {}): Column => {
  const stats = new ColumnStats();
  for (const cell of cells) if (cell !== undefined) stats.add(cell);
  return { ...columnFromStats(name, stats, cells.length), ...more };
};
const table = (rowCount: number, ...columns: Column[]) => ({ rowCount, columns });

describe('The columns of several groups', () => {
  it('are the columns of all groups, in the order of their first occurrence', () => {
    const all = pooledColumns([
      table(2, column('a', [1, 2]), column('b', ['x', 'y'])),
      table(1, column('c', [true]), column('a', [3])),
    ]);
    expect(all.map(({ name, values, missing }) => [name, values, missing])).toEqual([
      ['a', 3, 0],
      ['b', 2, 1],
      ['c', 1, 2],
    ]);
  });

  it('describe the values of all groups, as one table of them would', () => {
    const [groups, whole] = [
      [
        [1, 2, undefined],
        [5, 0.5],
      ],
      [1, 2, undefined, 5, 0.5],
    ] as const;
    const [pooled] = pooledColumns(groups.map((cells) => table(cells.length, column('rt', cells))));
    const alone = column('rt', whole);
    expect(pooled).toMatchObject({
      type: alone.type,
      range: alone.range,
      values: alone.values,
      missing: alone.missing,
    });
  });

  it.each<[Cell, Cell, string]>([
    [1, 2, 'integer'],
    [1, 0.5, 'number'],
    ['a', 1, 'mixed'],
    [undefined, 'a', 'string'],
    ['a', undefined, 'string'],
  ])('of %j and %j have the type %s', (one, other, type) => {
    const [pooled] = pooledColumns([table(1, column('a', [one])), table(1, column('a', [other]))]);
    expect(pooled?.type).toBe(type);
  });

  it('keep the description of the first group that has one, and reveal no number that a group withholds', () => {
    const [pooled] = pooledColumns([
      table(1, column('a', [1], { withheld: 7 })),
      table(1, column('a', [1], { description: 'Speed', withheld: 'of fewer than five people' })),
      table(1, column('a', [1], { description: 'Other' })),
    ]);
    expect(pooled).toMatchObject({
      description: 'Speed',
      withheld: 'of fewer than five people',
    });
  });
});

test.each([
  [['rt'], 'group'],
  [['group'], 'study_group'],
  [['group', 'study_group', 'study_group_2'], 'study_group_3'],
])('groupColumnName is a name that the columns %j do not have', (names, added) => {
  expect(groupColumnName(new Set(names))).toBe(added);
});
