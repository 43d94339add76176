import fc from 'fast-check';
import { parse, unparse } from 'papaparse';
import { externalDataLimits } from '../../../contracts/research-data/external-data';
import { CsvFault, CsvRowParser, type CsvRow } from './csv-rows.rule';

/** Passes a file to the reader in pieces of this many bytes. */
function read(bytes: Uint8Array, size = bytes.length || 1): CsvRow[] {
  const reader = new CsvRowParser();
  const rows: CsvRow[] = [];
  for (let at = 0; at < bytes.length; at += size)
    rows.push(...reader.push(bytes.subarray(at, at + size)));
  return [...rows, ...reader.end()];
}
const text = (value: string) => new TextEncoder().encode(value);
const cellsOf = (value: string) => read(text(value)).map(({ cells }) => cells);
const faultOf = (bytes: Uint8Array) => {
  try {
    read(bytes);
    return null;
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return [error.fault, error.line];
  }
};

describe('CsvRowParser', () => {
  it.each([',', ';', '\t'])('reads cells that are separated by %j', (delimiter) => {
    const line = (...cells: string[]) => cells.join(delimiter);
    expect(
      cellsOf(`${line('a', 'b')}\r\n${line('1', '"x\r\ny"')}\n${line('2', '"q""q"')}`),
    ).toEqual([
      ['a', 'b'],
      ['1', 'x\r\ny'],
      ['2', 'q"q'],
    ]);
  });

  it('reads UTF-8 with and without a byte order mark, and skips empty lines', () => {
    expect(cellsOf('\ufeffa,b\n\n1,2\n,\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('finds the delimiter outside of quotes', () => {
    expect(cellsOf('"a,b,c";d\n1;2')).toEqual([
      ['a,b,c', 'd'],
      ['1', '2'],
    ]);
  });

  it('gives the line of the file on which a row begins', () => {
    const rows = read(text('a,b\n"x\ny",1\r\nz,2\r\n\r\n"1\r\n2\r3",4\nlast,5'));
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4, 6, 9]);
  });

  it.each([
    ['nul', null, Buffer.from('a,b,c,d\n1,\0')],
    ['bad_quotes', 2, Buffer.from('a,b\n1,"x\n2,3')],
    ['bad_quotes', 3, Buffer.from('a,b\n1,2\n1,x"y"\n')],
    [
      'too_many_columns',
      1,
      Buffer.from(
        Array(externalDataLimits.columns + 1)
          .fill('a')
          .join(),
      ),
    ],
    ['too_long_cell', 2, Buffer.from(`a,b\n1,${'x'.repeat(externalDataLimits.cell + 1)}`)],
  ])('is refused with the line: %s %s', (fault, line, bytes) => {
    expect(faultOf(bytes)).toEqual([fault, line]);
  });

  const cell = fc.string({
    unit: fc.constantFrom('a', ',', ';', '\t', '"', '\n', '\r\n', 'ä', '😀'),
  });
  it('reads what was written, in pieces of any size', () => {
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    const delimiter = fc.constantFrom(',', ';', '\t');
    fc.assert(
      fc.property(rows, delimiter, fc.integer({ min: 1, max: 9 }), (body, by, size) => {
        const table = [['one', 'two', 'three'], ...body];
        const written = unparse(table, { delimiter: by, quotes: true });
        const wanted = table.filter((cells) => cells.some((one) => one.trim() !== ''));
        expect(read(text(written), size).map(({ cells }) => [...cells])).toEqual(wanted);
      }),
    );
  });

  it('reads the same cells as an independent CSV parser, or refuses the file', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '1', ',', '"', '\n') }), (said) => {
        const file = `x,y\n${said}`;
        if (faultOf(text(file)) !== null) return;
        const { data } = parse<string[]>(file, { delimiter: ',', newline: '\n' });
        const wanted = data.filter((cells) => cells.some((one) => one.trim() !== ''));
        expect(cellsOf(file)).toEqual(wanted);
      }),
    );
  });

  it('fails only with a fault, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (bytes, size) => {
          try {
            read(bytes, size);
          } catch (error) {
            expect(error).toBeInstanceOf(CsvFault);
          }
        },
      ),
    );
  });
});
