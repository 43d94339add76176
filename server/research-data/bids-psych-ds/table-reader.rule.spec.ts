import fc from 'fast-check';
import { csvLine } from '../csv-json-parquet/text-lines.rule';
import { CsvReader, TsvReader } from './table-reader.rule';
import { tsvHeader, tsvLine } from './bids/tsv.rule';

/** Passes a text to the reader in pieces of this length, because files also arrive in pieces. */
function readIn<T extends CsvReader | TsvReader>(reader: T, text: string, length: number) {
  for (let at = 0; at < text.length; at += length) reader.push(text.slice(at, at + length));
  return reader.end();
}
const all = (header: readonly string[]) => header.map((_, i) => i);
const csv = (text: string) => readIn(new CsvReader(all), text, 3);

describe('CsvReader', () => {
  it('reads the written cells wherever the text is cut into pieces', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ä', '"', ',', '\r', '\n', ' ') });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
      );
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 9 }), (lines, length) => {
        const text = lines.map((cells) => csvLine(cells, false)).join('');
        const { header, rows, isEven, isWellFormed, values } = readIn(
          new CsvReader(all),
          text,
          length,
        );
        expect({ header, rows, isEven, isWellFormed }).toEqual({
          header: lines[0],
          rows: lines.length - 1,
          isEven: true,
          isWellFormed: true,
        });
        for (const [i, found] of values) expect(found).toEqual(lines.slice(1).map((one) => one[i]));
      }),
    );
  });

  it('reports uneven rows, unclosed quotes and text beside quotes', () => {
    expect(csv('a,b\r\n1,2\r\n3\r\n')).toMatchObject({ rows: 2, isEven: false });
    expect(csv('a\n"1\n')).toMatchObject({ isWellFormed: false });
    expect(csv('a\n"1"x\n')).toMatchObject({ isWellFormed: false });
    expect(csv('a\nx"1"\n')).toMatchObject({ isWellFormed: false });
    expect(csv('a,b\n1,2')).toMatchObject({ rows: 1, isEven: true, isWellFormed: true });
    expect(csv('')).toMatchObject({ header: [], rows: 0 });
  });
});

describe('TsvReader', () => {
  it('reads as many cells as were written, for any content', () => {
    const cells = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()), {
      minLength: 2,
      maxLength: 2,
    });
    fc.assert(
      fc.property(fc.array(cells), fc.integer({ min: 1, max: 9 }), (lines, length) => {
        const text = [
          tsvHeader(['a', 'b']),
          ...lines.map((one) => tsvLine(JSON.parse(JSON.stringify(one)) as string[])),
        ].join('');
        expect(readIn(new TsvReader(), text, length)).toMatchObject({
          header: ['a', 'b'],
          rows: lines.length,
          isEven: true,
          isWellFormed: true,
          hasEmptyCell: false,
        });
        // The writer puts quotes around a complete cell or not at all. So a reader that interprets
        // quotes finds the same cells as a reader that does not.
        expect(text).not.toMatch(/(^|\t)"[^"\t\n]*"[^\t\n]/m);
      }),
    );
  });

  it('reports empty cells, uneven rows and Windows line ends', () => {
    const tsv = (text: string) => readIn(new TsvReader(), text, 2);
    expect(tsv('a\tb\n1\t\n')).toMatchObject({ hasEmptyCell: true });
    expect(tsv('a\tb\n1\n')).toMatchObject({ isEven: false });
    expect(tsv('a\tb\r\n1\t2\r\n')).toMatchObject({ isWellFormed: false });
  });
});
