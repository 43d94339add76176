import { toWritableText, type Cell } from '../columns/cell.rule';
import type { Column } from '../columns/column.rule';
import { jsonText } from '../columns/json-text.rule';

/** The types of Parquet that columns have here; `STRING` is UTF-8. */
export type ParquetType = 'BOOLEAN' | 'INT32' | 'INT64' | 'DOUBLE' | 'STRING';
export type ParquetValue = boolean | number | bigint | string | null;

const int32 = 2 ** 31;

/**
 * Returns the narrowest type that can represent all values of the column. If an integer fits only
 * in a double, such as 1e300, the type of the column is double.
 */
export function parquetTypeOf({ type, range }: Column): ParquetType {
  if (type === 'boolean') return 'BOOLEAN';
  if (type === 'number') return 'DOUBLE';
  if (type !== 'integer' || !range) return 'STRING';
  const [min, max] = range;
  if (min >= -int32 && max < int32) return 'INT32';
  return Number.isSafeInteger(min) && Number.isSafeInteger(max) ? 'INT64' : 'DOUBLE';
}

/** Converts a cell to its column's type. Lists, objects and values of mixed columns become text. */
export function parquetValue(cell: Cell, type: ParquetType): ParquetValue {
  if (cell === undefined || cell === null) return null;
  if (type === 'INT64') return BigInt(cell as number);
  if (type !== 'STRING') return cell as boolean | number;
  if (typeof cell === 'string') return toWritableText(cell);
  return typeof cell === 'object' ? jsonText(cell) : String(cell);
}

/**
 * Returns the number of rows per row group. All values of a group are in memory until the group is
 * written, so tables with many columns have small groups. But each group also keeps metadata per
 * column in memory until the file is finished, so a group has at least 500 rows.
 */
export const rowsPerRowGroup = (columns: number): number =>
  Math.min(5_000, Math.max(500, Math.floor(200_000 / columns)));
