import { columnFromStats } from '../columns/column.rule';
import { ColumnStats } from '../columns/column-stats.rule';
import type { Json } from '../../runtime/record-format/json.rule';
import { parquetTypeOf, parquetValue, rowsPerRowGroup } from './parquet.rule';

const typeOf = (...values: Json[]) => {
  const stats = new ColumnStats();
  values.forEach((value) => stats.add(value));
  return parquetTypeOf(columnFromStats('a', stats, values.length));
};

describe('parquetTypeOf', () => {
  it('returns the narrowest type for all values', () => {
    expect(typeOf(1, -2_147_483_648, null)).toBe('INT32');
    expect(typeOf(1, 2_147_483_648)).toBe('INT64');
    expect(typeOf(Number.MAX_SAFE_INTEGER)).toBe('INT64');
    expect(typeOf(1, 1e300)).toBe('DOUBLE');
    expect(typeOf(1, 0.5)).toBe('DOUBLE');
    expect(typeOf(true, false)).toBe('BOOLEAN');
  });

  it('returns text for texts, nested, mixed and missing values', () => {
    for (const values of [['a'], [[1]], [{ a: 1 }], [1, 'a'], [true, 1], [null], []])
      expect(typeOf(...values)).toBe('STRING');
  });
});

test('parquetValue converts a cell to the type of its column, and a missing cell to null', () => {
  expect(parquetValue(undefined, 'INT32')).toBeNull();
  expect(parquetValue(null, 'STRING')).toBeNull();
  expect(parquetValue(7, 'INT64')).toBe(7n);
  expect(parquetValue(7, 'DOUBLE')).toBe(7);
  expect(parquetValue('', 'STRING')).toBe('');
  expect(parquetValue(7, 'STRING')).toBe('7');
  expect(parquetValue(false, 'STRING')).toBe('false');
  expect(parquetValue([1, { a: null }], 'STRING')).toBe('[1,{"a":null}]');
});

test('rowsOfGroup returns fewer rows for wide tables', () => {
  expect([1, 100, 10_000].map(rowsPerRowGroup)).toEqual([5_000, 2_000, 500]);
});
