import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { columnsOfStudy } from '../columns/column.rule';
import { StudyColumns } from '../columns/study-columns.rule';
import type { JsonObject } from '../../runtime/record-format/json.rule';
import { parquetOf } from './parquet';

/** Writes rows as Parquet and reads them with an independent reader. */
async function written(rows: readonly JsonObject[]) {
  const columns = new StudyColumns();
  rows.forEach((row) => columns.learn(row));
  const named = columnsOfStudy(columns.settle([]), rows.length);
  const parts: Uint8Array[] = [];
  const cells = rows.map((row) => columns.cellsOf(row));
  for await (const part of parquetOf(named, [cells])) parts.push(part);
  const all = Buffer.concat(parts);
  const file = new Uint8Array(all).buffer;
  return { file, parts, named, meta: parquetMetadata(file) };
}

describe('parquetOf', () => {
  it('writes typed columns and null for missing values', async () => {
    const { file, meta } = await written([
      { n: 1, big: 3e12, f: 0.5, s: 'ä😀', b: true, list: [1, 'x'], mixed: 1, none: null },
      { n: -2, s: '', b: false, mixed: 'x', 'a.b': { c: 1 } },
    ]);
    expect(meta.schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ['n', 'INT32'],
      ['big', 'INT64'],
      ['f', 'DOUBLE'],
      ['s', 'BYTE_ARRAY'],
      ['b', 'BOOLEAN'],
      ['list', 'BYTE_ARRAY'],
      ['mixed', 'BYTE_ARRAY'],
      ['none', 'BYTE_ARRAY'],
      ['a.b', 'BYTE_ARRAY'],
    ]);
    const missing = { big: null, f: null, list: null, none: null };
    expect(await parquetReadObjects({ file })).toEqual([
      {
        n: 1,
        big: 3_000_000_000_000n,
        f: 0.5,
        s: 'ä😀',
        b: true,
        list: '[1,"x"]',
        mixed: '1',
        none: null,
        'a.b': null,
      },
      { ...missing, n: -2, s: '', b: false, mixed: 'x', 'a.b': '{"c":1}' },
    ]);
  });

  it('keeps few rows, and few long texts, in memory', async () => {
    const many = await written(Array.from({ length: 12_000 }, (_, n) => ({ n, a: `x${n % 7}` })));
    expect(many.meta.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([
      5_000, 5_000, 2_000,
    ]);
    expect(many.parts).toHaveLength(3);
    const rows = await parquetReadObjects({ file: many.file });
    expect(rows.map(({ n }) => n as number)).toEqual(Array.from({ length: 12_000 }, (_, n) => n));
    const long = await written(
      Array.from({ length: 20 }, (_, n) => ({ t: `${n}`.repeat(500_000) })),
    );
    expect(long.meta.row_groups.length).toBeGreaterThan(1);
  });

  it('writes a complete file when there are no rows', async () => {
    const { file, meta } = await written([]);
    expect(Number(meta.num_rows)).toBe(0);
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  it('keeps every row and value, for any content', async () => {
    const row = fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue(), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (given) => {
        const rows = given.map((one, n) => ({
          ...(JSON.parse(JSON.stringify(one)) as JsonObject),
          own_n: n,
        }));
        const { file, named, meta } = await written(rows);
        expect(Number(meta.num_rows)).toBe(rows.length);
        const read = await parquetReadObjects({ file, rowFormat: 'object' });
        for (const { name, values } of named)
          if (name !== '__proto__')
            expect(read.filter((one) => one[name] !== null)).toHaveLength(values);
      }),
      { numRuns: 50 },
    );
  });
});
