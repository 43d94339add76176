import { PsychoJsRows } from './psychojs-rows';
import type { TableRow } from './table-rows';

function study() {
  const said: string[] = [];
  const rows = new PsychoJsRows((message) => {
    if (message.type === 'record')
      said.push(`${message.of ?? 'ours'} ${message.kind} ${message.data}`);
  });
  return { said, rows };
}
const trial = (row: object) => `psychojs trial ${JSON.stringify(row)}`;
const amend = (n: number, row: object) =>
  `psychojs amend {"trial":${n},"data":${JSON.stringify(row)}}`;
const numbered = (from: number, to: number): TableRow[] =>
  Array.from({ length: to - from }, (_, i) => ({ n: from + i }));

describe('rows of PsychoJS', () => {
  it('are recorded as trials when added, and amended when the study changes them', () => {
    const { said, rows } = study();
    const first: Record<string, unknown> = { n: 1, rt: Number.NaN };
    rows.add(first);
    rows.add({ n: 2, f: () => undefined, big: 1n });
    rows.amend();
    first.late = true;
    rows.amend();
    expect(said).toEqual([
      trial({ n: 1, rt: null }),
      'ours event {"type":"not_a_number","values":[["rt","NaN"]]}',
      trial({ n: 2, big: '1' }),
      amend(0, { n: 1, rt: null, late: true }),
    ]);
  });

  it('are recognized in the CSV table that PsychoJS makes of them', () => {
    const { rows } = study();
    const list = [
      {
        word: 'red',
        rt: 0.123456789012345,
        ok: true,
        at: Number.NaN,
        clicked: [1],
        t: 1795444107123,
      },
      { word: 'blue', rt: 2 },
    ];
    const table = [
      { word: 'red', rt: 0.123456789, ok: 'TRUE', at: '#NUM!', clicked: '1', t: 1.79544e12 },
      { word: 'blue', rt: 2 },
    ];
    expect(rows.has([[], list], table)).toBe(true);
    expect(rows.has([list], table.slice(1))).toBe(false);
    expect(rows.has([list], [{ ...table[0], rt: 0.2 }, { word: 'blue' }])).toBe(false);
    // A different table of the study, which has the same number of rows by chance.
    expect(rows.has([list], [{ x: 1 }, { x: 2 }])).toBe(false);
  });

  it('are recorded only if they are new or have changed, when the study sends the complete table each time', () => {
    const { said, rows } = study();
    rows.take('a.csv', numbered(0, 2));
    rows.take('a.csv', numbered(0, 3));
    rows.take('a.csv', [...numbered(0, 2), { n: 2, late: 1 }, { n: 3 }]);
    rows.take('a.csv', [...numbered(0, 2), { n: 2, late: 1 }, { n: 3 }]);
    // An older state of the table, which arrives late, adds no row.
    rows.take('a.csv', numbered(0, 2));
    rows.take('b.csv', [{ other: 1 }]);
    expect(said).toEqual([
      ...numbered(0, 3).map(trial),
      amend(2, { n: 2, late: 1 }),
      trial({ n: 3 }),
      trial({ other: 1 }),
    ]);
  });

  it('do not overwrite earlier ones when the study clears its data after each part', () => {
    const { said, rows } = study();
    rows.take('a.csv', numbered(0, 3));
    rows.take('a.csv', numbered(3, 8));
    rows.take('a.csv', numbered(8, 9));
    expect(said).toEqual(numbered(0, 9).map(trial));
  });

  it('keep their trial numbers, whether PsychoJS or the study itself recorded them', () => {
    const { said, rows } = study();
    rows.take('own.csv', [{ x: 1 }]);
    const row: Record<string, unknown> = { n: 1 };
    rows.add(row);
    row.n = 2;
    rows.amend();
    expect(said.at(-1)).toBe(amend(1, { n: 2 }));
  });
});
