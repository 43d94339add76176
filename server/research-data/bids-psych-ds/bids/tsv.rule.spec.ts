import { tsvCell, tsvLine, tsvName } from './tsv.rule';

describe('a cell of TSV', () => {
  it('is n/a where there is nothing, and else what it says', () => {
    expect(tsvLine([undefined, null, 1.5, true, 'a "b"', [1, 'x']])).toBe(
      'n/a\tn/a\t1.5\ttrue\ta "b"\t[1,"x"]\n',
    );
  });

  it('is JSON in quotes where a line cannot hold it, or it would read as something else', () => {
    expect(tsvCell('a\tb\n"c"')).toBe(String.raw`"a\tb\n\u0022c\u0022"`);
    expect(tsvCell('"quoted"')).toBe(String.raw`"\u0022quoted\u0022"`);
    expect(tsvCell('back\\"\t')).toBe(String.raw`"back\\\u0022\t"`);
    expect(tsvCell('x\u0085y')).toBe(String.raw`"x\u0085y"`);
    expect(tsvCell('')).toBe('""');
    expect(tsvCell('n/a')).toBe('"n/a"');
    for (const text of ['a\tb"', '"', '\\"\n', 'n/a']) expect(JSON.parse(tsvCell(text))).toBe(text);
  });
});

test('a name of a column has no tab, line break or quote', () => {
  expect(['a\tb', ' x ', '"q"', '\n', 'a.b'].map(tsvName)).toEqual(['a_b', 'x', '_q_', '_', 'a.b']);
});
