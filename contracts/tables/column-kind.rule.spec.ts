import fc from 'fast-check';
import {
  columnsWithAmbiguousNumbers,
  columnKindOf,
  detectColumnKind,
  parseCell,
} from './column-kind.rule';

const typed = (cells: string[], mayHaveCommas = true) => {
  const kind = columnKindOf(cells, mayHaveCommas);
  return cells.map((cell) => parseCell(kind, cell));
};

describe('column of numbers', () => {
  it.each<[string[], unknown[]]>([
    [
      ['0.50', '0.75', '1.00', '1.25'],
      [0.5, 0.75, 1, 1.25],
    ],
    [
      ['1', '', '2'],
      [1, '', 2],
    ],
    [
      ['-0.5', '.5', '0', '-0'],
      [-0.5, 0.5, 0, 0],
    ],
    [
      ['1E-05', '2.5e+3', '3e-7'],
      [0.00001, 2500, 3e-7],
    ],
    [
      ['0.30000000000000004', '0.1'],
      [0.30000000000000004, 0.1],
    ],
    [
      ['0.5000000000000000000', '1'],
      [0.5, 1],
    ],
    // Commas count as decimal commas only if a cell shows that they do not separate thousands.
    [
      ['0,5', '1', '12,25'],
      [0.5, 1, 12.25],
    ],
    [
      ['0,500', '1,250'],
      [0.5, 1.25],
    ],
    [
      ['-1,5', '2,0E-03'],
      [-1.5, 0.002],
    ],
  ])('%j is read as %j', (cells, values) => {
    expect(typed(cells)).toEqual(values);
  });

  it.each<[string[]]>([
    [['0.5', 'x']],
    [['007', '8']],
    [['1e3', '2e5']],
    [['12345678901234567', '1']],
    [['1234567890123456', '1']],
    [['0.12345678901234567890', '1']],
    [['1E+400', '1']],
    [['1E-999', '5']],
    [['1,5', '2.5']],
    [['1,234', '12,500']],
    [['1.234.567', '1']],
    [['+1', '2']],
    [['Infinity', 'NaN']],
    [['0x10', '1']],
    [['5 %', '1']],
  ])('does not include %j, which stay texts', (cells) => {
    expect(typed(cells)).toEqual(cells);
    expect(columnKindOf(cells, true).type).toBe('text');
  });

  it('has no decimal commas when the comma is the delimiter', () => {
    expect(typed(['0,5', '1,5'], false)).toEqual(['0,5', '1,5']);
  });
});

describe('column of truth values written by a spreadsheet', () => {
  it.each<[string[], unknown[]]>([
    [
      ['true', 'false', ''],
      [true, false, ''],
    ],
    [
      ['TRUE', 'FALSE'],
      [true, false],
    ],
    [
      ['WAHR', 'FALSCH', 'WAHR'],
      [true, false, true],
    ],
    [
      ['VRAI', 'FAUX'],
      [true, false],
    ],
    [
      ['FALSO', 'VERDADERO'],
      [false, true],
    ],
  ])('%j is read as %j', (cells, values) => {
    expect(typed(cells)).toEqual(values);
  });

  it.each([
    [['TRUE', 'maybe']],
    [['true', 'FALSE']],
    [['WAHR', 'FALSE']],
    [['wahr', 'falsch']],
    [['true', '1']],
  ])('does not include %j, which stay texts', (cells) => {
    expect(typed(cells)).toEqual(cells);
  });
});

describe('column of a table with decimal commas', () => {
  const unsure = (...columns: string[][]) =>
    columnsWithAmbiguousNumbers(columns.map((cells) => detectColumnKind(cells, true)));
  const commas = ['70,5', '68,25'];

  it.each([
    [['1.234', '2.345', '987']],
    [['1.234', '']],
    [['1.234', '0,5']],
    [['-12.345.678', '1']],
  ])('is ambiguous when points stand before three digits: %j', (cells) => {
    expect(unsure(cells, commas)).toEqual([0]);
  });

  it.each([
    [['1.25', '2.5']],
    [['0.234', '1.234']],
    [['1.234', 'slow']],
    [['987', '12']],
    [['2026.01.234']],
  ])('is not ambiguous: %j', (cells) => {
    expect(unsure(cells, commas)).toEqual([]);
  });

  it('is ambiguous when it has both decimal commas and thousands points', () => {
    expect(unsure(['1.234,5', '2.345', '987,25'])).toEqual([0]);
  });

  it('is not ambiguous when no column of the table has decimal commas', () => {
    expect(unsure(['1.234', '2.345'], ['1', '2'])).toEqual([]);
    expect(unsure(['1.234', '2.345'], ['1,234', '2,345'])).toEqual([]);
  });
});

it('a column has one type for all cells, and no number loses digits', () => {
  const cell = fc.oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
    fc.integer().map(String),
    fc.constantFrom(
      '',
      'true',
      'FALSE',
      'WAHR',
      '007',
      '0,5',
      '1.50',
      'x',
      '1e3',
      '99999999999999999',
    ),
  );
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 5 }), fc.boolean(), (cells, mayHaveCommas) => {
      const values = typed(cells, mayHaveCommas).filter((value) => value !== '');
      expect(new Set(values.map((value) => typeof value)).size).toBeLessThanOrEqual(1);
      for (const [i, value] of typed(cells, mayHaveCommas).entries())
        if (typeof value === 'number') {
          const text = (cells[i] ?? '').replace(',', '.');
          expect(Number(value.toPrecision(15))).toBe(Number(Number(text).toPrecision(15)));
        }
    }),
    { numRuns: 1_000 },
  );
});
