import fc from 'fast-check';
import { StudyColumns } from './study-columns.rule';
import type { JsonObject } from '../../runtime/record-format/json.rule';

/** Splits the rows into columns, and returns each row's cells by column name. */
function table(rows: readonly JsonObject[], taken: string[] = [], most?: number) {
  const columns = new StudyColumns(most);
  rows.forEach((row) => columns.learn(row));
  const named = columns.settle(taken);
  const cells = rows.map((row) => {
    const of = columns.cellsOf(row);
    return Object.fromEntries(
      named.flatMap(({ name }, i) => (of[i] === undefined ? [] : [[name, of[i]]])),
    );
  });
  return { named, names: named.map(({ name }) => name), cells };
}
const parsed = (text: string) => JSON.parse(text) as JsonObject;

describe('StudyColumns', () => {
  it('names values within objects by their path, and keeps lists and empty objects as one value', () => {
    const { names, cells } = table([
      { rt: 300, response: { Q0: 'yes', Q1: { deep: 1 } }, keys: ['a', 'b'], none: {} },
      { rt: null, response: 'f' },
    ]);
    expect(names).toEqual(['rt', 'response', 'response.Q0', 'response.Q1.deep', 'keys', 'none']);
    expect(cells).toEqual([
      { rt: 300, 'response.Q0': 'yes', 'response.Q1.deep': 1, keys: ['a', 'b'], none: {} },
      { rt: null, response: 'f' },
    ]);
  });

  it('keeps an object as one value when its paths are ambiguous', () => {
    const dotted = table([{ a: { 'b.c': 1 } }, { a: { b: { c: 2 } } }]);
    expect(dotted.cells).toEqual([{ a: { 'b.c': 1 } }, { a: { b: { c: 2 } } }]);
    const twice = table([{ a: { b: 1 }, 'a.b': 2 }]);
    expect(twice.cells).toEqual([{ a: { b: 1 }, 'a.b': 2 }]);
    const named = table([{ 'a.b': { c: 1 }, a: { x: 1 } }]);
    expect(named.cells).toEqual([{ 'a.b': { c: 1 }, 'a.x': 1 }]);
    const late = table([{ a: { b: 1 } }, { a: { b: 2, '': 3 } }]);
    expect(late.named).toMatchObject([{ name: 'a', stats: { type: 'json', count: 2 } }]);
  });

  it('renames columns with reserved names and replaces NUL and lone surrogates', () => {
    const row = parsed(
      '{"id":1,"run_seq":2,"":3,"=cmd()":4,"a\\u0000":5,"a\\ud800":6,"__proto__":7}',
    );
    const { named } = table([row], ['run_seq']);
    expect(named.map(({ name, renamed_from }) => [name, renamed_from])).toEqual([
      ['id', null],
      ['run_seq_2', 'run_seq'],
      ['unnamed', ''],
      ['=cmd()', null],
      ['a\ufffd', 'a\u0000'],
      ['a\ufffd_2', 'a\ud800'],
      ['__proto__', null],
    ]);
  });

  it('keeps every value, for any rows and any limit', () => {
    const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 8 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 12 }), (given, most) => {
        const columns = new StudyColumns(most);
        // Parse the rows from JSON, as real records are parsed: then even a name such as
        // `__proto__` is an own property.
        const all = given.map((row) => parsed(JSON.stringify(row)));
        all.forEach((row) => columns.learn(row));
        const named = columns.settle([]);
        expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
        expect(named.length).toBeLessThanOrEqual(most + 1);
        const count = (cells: readonly unknown[]) =>
          cells.reduce<number>((sum, cell) => sum + leaves(cell), 0);
        for (const row of all) expect(count(columns.cellsOf(row))).toBe(count(Object.values(row)));
      }),
    );
  });

  it('describes columns by type, levels, range and number of values', () => {
    const { named } = table([
      { n: 1, f: 0.5, s: 'a', b: true, m: 1, j: [1], e: null, long: 'x'.repeat(200) },
      { n: 2, f: 2, s: 'b', b: true, m: 'x', j: [2], e: null, long: 'y' },
      { n: 3 },
    ]);
    const told = Object.fromEntries(
      named.map(({ name, stats: { type, levels, range, count } }) => [
        name,
        [type, levels, range, count],
      ]),
    );
    expect(told).toEqual({
      n: ['integer', [1, 2, 3], [1, 3], 3],
      f: ['number', null, [0.5, 2], 2],
      s: ['string', ['a', 'b'], null, 2],
      b: ['boolean', [true], null, 2],
      m: ['mixed', [1, 'x'], [1, 1], 2],
      j: ['json', null, null, 2],
      e: ['empty', null, null, 0],
      long: ['string', null, null, 2],
    });
  });

  it('keeps five thousand columns, and puts the last ones together beyond the limit', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`c${n}`, n]));
    expect(table([wide]).names).toHaveLength(5_000);
    const { names, cells } = table(
      [
        { a: { x: 1, y: 2, z: 3 }, b: 1 },
        { c: 2, d: 3 },
      ],
      [],
      3,
    );
    expect(names).toEqual(['a', 'b', 'c', 'rest']);
    expect(cells).toEqual([
      { a: { x: 1, y: 2, z: 3 }, b: 1 },
      { c: 2, rest: { d: 3 } },
    ]);
  });
});

/** Counts values that are not null; an empty list or object counts as one. */
function leaves(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object') return 1;
  const parts: unknown[] = Object.values(value);
  return parts.length === 0 ? 1 : parts.reduce<number>((sum, part) => sum + leaves(part), 0);
}
