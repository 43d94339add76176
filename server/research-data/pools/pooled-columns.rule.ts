import type { Column } from '../columns/column.rule';

/**
 * A categorical column with more values (levels) than this is listed without its values, as in the
 * export of a single study.
 */
const mostLevels = 50;

/**
 * Merges the columns of all tables, in the order in which they are first seen.
 * @param tables the columns of each group's table, with the number of its rows
 */
export function pooledColumns(
  tables: readonly { readonly columns: readonly Column[]; readonly rowCount: number }[],
): Column[] {
  const rows = tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const found = new Map<string, Column>();
  for (const { columns } of tables)
    for (const column of columns) {
      const before = found.get(column.name);
      found.set(column.name, before ? merged(before, column) : column);
    }
  return [...found.values()].map((column) => ({ ...column, missing: rows - column.values }));
}

/**
 * Merges the columns of two groups that have the same name. The description comes from the first of
 * the two columns that has one.
 */
function merged(one: Column, other: Column): Column {
  const [empty, replaced] = [sumOf(one.empty, other.empty), sumOf(one.replaced, other.replaced)];
  const held = withheldOf(one.withheld, other.withheld);
  return {
    ...other,
    ...one,
    type: typeOf(one, other),
    levels: levelsOf(one, other),
    range: rangeOf(one, other),
    values: one.values + other.values,
    ...(empty > 0 && { empty }),
    ...(replaced > 0 && { replaced }),
    ...(held !== undefined && { withheld: held }),
  };
}

const sumOf = (one = 0, other = 0): number => one + other;

/**
 * Adds up how many values two groups withheld. If the export of a single group hides this number,
 * the pool's export hides it, too.
 */
function withheldOf(one: Column['withheld'], other: Column['withheld']): Column['withheld'] {
  if (one === undefined || other === undefined) return one ?? other;
  return typeof one === 'number' && typeof other === 'number'
    ? one + other
    : 'of fewer than five people';
}

function typeOf(one: Column, other: Column): Column['type'] {
  if (one.type === other.type || other.type === 'empty') return one.type;
  if (one.type === 'empty') return other.type;
  const numbers = new Set(['integer', 'number']);
  return numbers.has(one.type) && numbers.has(other.type) ? 'number' : 'mixed';
}

function levelsOf(one: Column, other: Column): Column['levels'] {
  if (other.type === 'empty') return one.levels;
  if (one.type === 'empty') return other.levels;
  if (!one.levels || !other.levels) return null;
  const all = [...new Set([...one.levels, ...other.levels])];
  return all.length > mostLevels ? null : all;
}

function rangeOf(one: Column, other: Column): Column['range'] {
  if (!one.range || !other.range) return one.range ?? other.range;
  return [Math.min(one.range[0], other.range[0]), Math.max(one.range[1], other.range[1])];
}

/**
 * Returns the name of the column that contains the group: `group`, or another name if a table
 * already has that column.
 */
export function groupColumnName(names: ReadonlySet<string>): string {
  if (!names.has('group')) return 'group';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'study_group' : `study_group_${number}`;
    if (!names.has(name)) return name;
  }
}
