import { parseTableRows } from './table-rows';

describe('the rows of a table that a study sends', () => {
  it('use the column names, parse numbers, and omit empty cells', () => {
    const csv = '\ufeffword,rt,id,note\nred,0.512,007,\n"a ""b"", c\nd",-1e-7,1.50,NaN\n\n';
    expect(parseTableRows(csv)).toEqual([
      { word: 'red', rt: 0.512, id: '007' },
      { word: 'a "b", c\nd', rt: -1e-7, id: '1.50', note: 'NaN' },
    ]);
  });

  it('keep each cell of columns with equal names and of rows longer than the heading', () => {
    expect(parseTableRows('a,a,b\r\n1,2,3,4\r\n5')).toEqual([
      { a: 1, 'a.2': 2, b: 3, '.4': 4 },
      { a: 5 },
    ]);
    expect(parseTableRows('__proto__\n1')).toEqual([Object.fromEntries([['__proto__', 1]])]);
    // A line is read in the same way whether or not its last cell is empty.
    expect(parseTableRows('a,b\n1,')).toEqual([{ a: 1 }]);
    expect(parseTableRows('a,b\n1,2')).toEqual([{ a: 1, b: 2 }]);
  });

  it('are read from a JSON list', () => {
    expect(parseTableRows('[{"word":"red","rt":0.1234567890123}]')).toEqual([
      { word: 'red', rt: 0.1234567890123 },
    ]);
  });

  it.each(['', 'a,b', '[1]', '[', 'a\n"b', 'a\n"b"c'])(
    'are empty for a text that is no table: %j',
    (text) => {
      expect(parseTableRows(text)).toEqual([]);
    },
  );

  it('are read in linear time', () => {
    const of = (n: number) => `a,b\n${'1,"x"\n'.repeat(n)}`;
    expect(parseTableRows(of(50_000))).toHaveLength(50_000);
    expect(parseTableRows(`a\n"${'""'.repeat(500_000)}`)).toHaveLength(0);
    expect(parseTableRows(`a\n"${'""'.repeat(500_000)}"`)).toHaveLength(1);
  });
});
