import { conditionsOf, tableOf } from './conditions-csv';

const cell = (name: string, values: Record<string, string | number | boolean>, share = 1) => ({
  name,
  share,
  values,
});

describe('A table of conditions', () => {
  it.each([
    ['commas', 'name,share,word,delay\nfast,2,red,100\nslow,1,blue,900'],
    [
      'tabs, as a spreadsheet copies them',
      'name\tshare\tword\tdelay\nfast\t2\tred\t100\nslow\t1\tblue\t900',
    ],
    ['semicolons, and empty lines', 'name;share;word;delay\n\nfast;2;red;100\n\nslow;1;blue;900\n'],
  ])('is read with %s', (_, text) => {
    expect(conditionsOf(text)).toEqual({
      cells: [
        cell('fast', { word: 'red', delay: 100 }, 2),
        cell('slow', { word: 'blue', delay: 900 }),
      ],
    });
  });

  it('has names and shares without saying so', () => {
    expect(conditionsOf('word,new\nred,true\nblue,false')).toEqual({
      cells: [
        cell('red, true', { word: 'red', new: true }),
        cell('blue, false', { word: 'blue', new: false }),
      ],
    });
  });

  it('leaves out values that are empty, and texts that only look like numbers as they are', () => {
    expect(conditionsOf('name,code,extra\na,007,\nb,1e3,x')).toEqual({
      cells: [cell('a', { code: '007' }), cell('b', { code: '1e3', extra: 'x' })],
    });
  });

  it.each([
    ['one condition is none', 'name,word\na,red', { line: 1, column: '', code: 'too_small' }],
    ['a name twice', 'name\na\na', { line: 1, column: '', code: 'named_twice' }],
    ['a share of nothing', 'name,share\na,0\nb,1', { line: 2, column: 'share', code: 'too_small' }],
    [
      'a share that is no number',
      'name,share\na,1\nb,x',
      { line: 3, column: 'share', code: 'wrong_type' },
    ],
    [
      'a line that is too long',
      'name,word\na,red,blue\nb,red',
      { line: 2, column: '', code: 'uneven' },
    ],
    [
      'a column that no script can name',
      'name,my word\na,red\nb,blue',
      { line: 1, column: 'my word', code: 'no_key' },
    ],
  ])('says by line what is wrong: %s', (_, text, fault) => {
    expect(conditionsOf(text)).toMatchObject({
      faults: expect.arrayContaining([fault]) as unknown,
    });
  });

  it('is written so that it is read as the same', () => {
    const cells = [cell('a, "b"', { word: 'x\ny', delay: 1.5 }, 3), cell('c', { new: true })];
    expect(conditionsOf(tableOf(cells))).toEqual({ cells });
  });
});
