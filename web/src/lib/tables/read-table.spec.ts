/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import fc from 'fast-check';
import { unparse } from 'papaparse';
import { readTable, rowValuesOf, type TableRules } from './read-table';

const read = (text: string, rules?: TableRules) => {
  const table = readTable(text, rules);
  if ('faults' in table) return table.faults.map((one) => `${one.line} ${one.column} ${one.code}`);
  return [
    table.columns.map(({ name }) => name),
    ...table.rows.map((row) => rowValuesOf(table, row)),
  ];
};

describe('a pasted table', () => {
  it('has one column when its heading has no delimiter', () => {
    const text = 'sentence\nHe came, saw, won.\nShe left; then slept.\nNo comma here\n';
    expect(read(text)).toEqual([
      ['sentence'],
      ['He came, saw, won.'],
      ['She left; then slept.'],
      ['No comma here'],
    ]);
  });

  it.each([
    [
      'a tab before all others',
      'a, b\tc\n1\t2',
      [
        ['a, b', 'c'],
        [1, 2],
      ],
    ],
    [
      'the sign that the heading has more of',
      'a;b;c,d\n1;2;3',
      [
        ['a', 'b', 'c,d'],
        [1, 2, 3],
      ],
    ],
    [
      'of two, the one by which no line is too long',
      'a,b;c\n1,2',
      [
        ['a', 'b;c'],
        [1, 2],
      ],
    ],
    ['a tab below a heading of one cell', 'a\nb\tc', ['2  more_cells']],
  ])('is split by %s', (_, text, found) => {
    expect(read(text)).toEqual(found);
  });

  it('keeps its last cells, even if they are empty', () => {
    expect(read('name\tcolour\tnote\na\tred\tx\nb\tblue\t\n')).toEqual([
      ['name', 'colour', 'note'],
      ['a', 'red', 'x'],
      ['b', 'blue', ''],
    ]);
    expect(read('a,b,c\n1')).toEqual([
      ['a', 'b', 'c'],
      [1, '', ''],
    ]);
  });

  it('accepts all kinds of line ends, and keeps line ends in quotes', () => {
    expect(read('a,b\r\n1,"x\r\ny"\n2,z\r3,w')).toEqual([
      ['a', 'b'],
      [1, 'x\r\ny'],
      [2, 'z'],
      [3, 'w'],
    ]);
  });

  it.each<[string, string, TableRules | undefined, string[]]>([
    ['more cells than headings', 'a,b\n1,2\n\n3,4,5', undefined, ['4  more_cells']],
    ['a name twice', 'a,b,a\n1,2,3', undefined, ['1 a named_twice']],
    ['two names that look the same', 'é,e\u0301\n1,2', undefined, ['1 e\u0301 named_twice']],
    ['no name above a cell', 'a,,b\n1,2,3', undefined, ['1 2 no_name']],
    ['a quotation mark that is not closed', 'a,b\nx,y\n1,"2\n3,4', undefined, ['3  quotes']],
    ['a quotation mark amid a cell', 'a,b\n"1"x,2', undefined, ['2  quotes']],
    ['nothing', ' \n', undefined, ['1  no_columns']],
    [
      'a column too many',
      'a,b,c\n1,2,3',
      { most: { columns: 2, rows: 9 } },
      ['1 c too_many_columns'],
    ],
    ['a row too many', 'a\n1\n\n2\n3', { most: { columns: 2, rows: 2 } }, ['5  too_many_rows']],
    [
      'points that may set thousands apart',
      'kg;rt\n70,5;987\n68;1.234',
      undefined,
      ['3 rt thousands'],
    ],
    ['no column of ours', 'x;y\n1;2', { own: ['tag'], needed: ['tag'] }, ['1  no_columns']],
    ['one of ours twice', 'tag,Tag\n1,2', { own: ['tag'] }, ['1 tag named_twice']],
  ])('is refused for %s', (_, text, rules, faults) => {
    expect(read(text, rules)).toEqual(faults);
  });

  it('ignores empty trailing columns and rows, as spreadsheets write them', () => {
    expect(read('a;b;;\n1;2;;\n;;;\n')).toEqual([
      ['a', 'b'],
      [1, 2],
    ]);
  });

  it.each(['\t', ';', ','])('is split by the delimiter of its known headings: %j', (by) => {
    const rules = { own: ['tag', 'decision', 'reason'], needed: ['tag', 'decision'] };
    for (const lines of [1, 2, 8, 9, 30]) {
      const text = [
        `Tag${by}DECISION`,
        ...Array.from({ length: lines }, () => `x${by}approve`),
        '',
      ];
      expect(read(text.join('\r\n'), rules)).toEqual([
        ['tag', 'decision'],
        ...Array.from({ length: lines }, () => ['x', 'approve']),
      ]);
    }
  });

  it('ignores unknown columns if configured, but counts their cells', () => {
    const rules = { own: ['tag'], needed: ['tag'], othersIgnored: true };
    expect(read('tag,note,note,\n1,2,3,4', rules)).toEqual([
      ['tag', 'note', 'note', ''],
      [1, 2, 3, 4],
    ]);
    expect(read('tag,note\n1,2,3', rules)).toEqual(['2  more_cells']);
  });
});

const letter = fc.constantFrom(...'aÄ漢😀0159 ,;.\t"\'\n-_'.split(''), '\r\n', 'e');
const text = fc.array(letter, { maxLength: 8 }).map((parts) => parts.join('').trim());
/** Generates a column of six cells, all of the same type. */
const column = fc.oneof(
  fc.array(text, { minLength: 6, maxLength: 6 }),
  fc.array(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -9e14, max: 9e14 }).map((n) => n + 0),
    { minLength: 6, maxLength: 6 },
  ),
  fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
);
const table = fc.array(column, { minLength: 1, maxLength: 5 }).map((columns) => ({
  names: columns.map((_, i) => `c${i}`),
  rows: Array.from({ length: 6 }, (_, i) => columns.map((cells) => cells[i] ?? '')),
}));
const isText = (value: unknown) => typeof value === 'string';

describe('a random table', () => {
  it('is read as it was written, with every delimiter', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\t', ';', ','),
        fc.constantFrom('\n', '\r\n'),
        ({ names, rows }, delimiter, newline) => {
          // With a single column, a tab in a cell is ambiguous, and is reported as a fault.
          const isUnclear = delimiter !== '\t' && names.length === 1;
          fc.pre(!(isUnclear && rows.some(([cell]) => String(cell).includes('\t'))));
          const written = unparse({ fields: names, data: rows }, { delimiter, newline });
          const found = readTable(written);
          if ('faults' in found) throw new Error(JSON.stringify(found.faults));
          const wanted = rows.filter((row) => row.some((value) => value !== ''));
          expect(found.rows.map(({ cells }) => [...cells])).toEqual(
            wanted.map((row) => row.map((value) => String(value))),
          );
          // The test skips columns of texts, because texts that look like numbers are read as
          // numbers.
          for (const [i] of names.entries()) {
            const values = wanted.map((row) => row[i] ?? '');
            if (values.some(isText)) continue;
            expect(found.rows.map((row) => rowValuesOf(found, row)[i])).toEqual(values);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('loses no text of its lines unless a fault is reported', () => {
    const line = fc.array(letter, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const found = readTable(lines.join('\n'));
        if ('faults' in found) return;
        const kept = [
          ...found.columns.map(({ name }) => name),
          ...found.rows.flatMap((r) => r.cells),
        ];
        const plain = (all: string) => all.replace(/[\s,;"]/g, '');
        expect(plain(kept.join(''))).toBe(plain(lines.join('')));
      }),
      { numRuns: 2_000 },
    );
  });
});
