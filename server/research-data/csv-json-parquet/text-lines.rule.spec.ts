import fc from 'fast-check';
import { csvLine, jsonKeys, jsonLine } from './text-lines.rule';

/** Reads a line of CSV (RFC 4180), independently of the code under test. */
function read(line: string): (string | null)[] {
  const cells: (string | null)[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const plain = /^[^",]*/.exec(rest)?.[0] ?? '';
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : plain === '' ? null : plain);
    rest = rest.slice(quoted ? quoted[0].length : plain.length);
    if (rest === '') return cells;
    rest = rest.slice(1);
  }
}

describe('csvLine', () => {
  it('writes cells that read back unchanged, and empty cells for missing values', () => {
    expect(csvLine(['a,b', '"', '', null, undefined, 1.5, true, [1]], false)).toBe(
      '"a,b","""","",,,1.5,true,[1]\r\n',
    );
    fc.assert(
      fc.property(fc.array(fc.option(fc.string()), { minLength: 1 }), (cells) => {
        const written = cells.map((cell) => cell?.replaceAll('\0', '\ufffd') ?? null);
        expect(read(csvLine(cells, false))).toEqual(written);
      }),
    );
  });

  it('replaces NUL and lone surrogates', () => {
    expect(csvLine(['a\0b', 'x\ud800', '😀'], false)).toBe('a\ufffdb,x\ufffd,😀\r\n');
  });

  it('escapes formulas for spreadsheets and leaves numbers as they are', () => {
    const evil = ['=cmd|x', '+1+1', '-1+cmd', '@sum(a)', '\t=1', '＝1', '-5', '1e5', 'a=b'];
    expect(read(csvLine([...evil, -5, '-0.5'], true))).toEqual([
      "'=cmd|x",
      "'+1+1",
      "'-1+cmd",
      "'@sum(a)",
      "'\t=1",
      "'＝1",
      '-5',
      '1e5',
      'a=b',
      '-5',
      '-0.5',
    ]);
    expect(csvLine(['=1'], false)).toBe('=1\r\n');
  });
});

describe('jsonLine', () => {
  it('has the columns of the row, whatever their names', () => {
    const line = jsonLine(jsonKeys(['__proto__', 'a', 'b', 'c']), [1, undefined, null, '\ud800']);
    expect(line).toBe('{"__proto__":1,"b":null,"c":"\ufffd"}');
  });
});
