import { tsvCell, tsvLine, tsvName } from './tsv.rule';

describe('tsvCell', () => {
  it('writes n/a for a missing value and other values as they are', () => {
    expect(tsvLine([undefined, null, 1.5, true, 'a "b"', [1, 'x']])).toBe(
      'n/a\tn/a\t1.5\ttrue\ta "b"\t[1,"x"]\n',
    );
  });

  it('writes quoted JSON when TSV cannot represent the text or a reader would take it for another value', () => {
    expect(tsvCell('a\tb\n"c"')).toBe(String.raw`"a\tb\n\u0022c\u0022"`);
    expect(tsvCell('"quoted"')).toBe(String.raw`"\u0022quoted\u0022"`);
    expect(tsvCell('back\\"\t')).toBe(String.raw`"back\\\u0022\t"`);
    expect(tsvCell('x\u0085y')).toBe(String.raw`"x\u0085y"`);
    expect(tsvCell('')).toBe('""');
    expect(tsvCell('n/a')).toBe('"n/a"');
    for (const text of ['a\tb"', '"', '\\"\n', 'n/a']) expect(JSON.parse(tsvCell(text))).toBe(text);
  });
});

test('tsvName replaces tabs, line breaks and quotes', () => {
  expect(['a\tb', ' x ', '"q"', '\n', 'a.b'].map(tsvName)).toEqual(['a_b', 'x', '_q_', '_', 'a.b']);
});
