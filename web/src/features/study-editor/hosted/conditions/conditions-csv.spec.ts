import { parseConditions, conditionsTableText } from './conditions-csv';

const cell = (name: string, values: Record<string, string | number | boolean>, share = 1) => ({
  name,
  share,
  values,
});

describe('a CSV table of conditions', () => {
  it.each([
    ['commas', 'name,share,word,delay\nfast,2,red,100\nslow,1,blue,900'],
    [
      'tabs, as a spreadsheet copies them',
      'name\tshare\tword\tdelay\nfast\t2\tred\t100\nslow\t1\tblue\t900',
    ],
    ['semicolons, and empty lines', 'name;share;word;delay\n\nfast;2;red;100\n\nslow;1;blue;900\n'],
  ])('is read with %s', (_, text) => {
    expect(parseConditions(text)).toMatchObject({
      cells: [
        cell('fast', { word: 'red', delay: 100 }, 2),
        cell('slow', { word: 'blue', delay: 900 }),
      ],
    });
  });

  it('has default names and weights', () => {
    expect(parseConditions('word,new\nred,true\nblue,false')).toMatchObject({
      cells: [
        cell('red, true', { word: 'red', new: true }),
        cell('blue, false', { word: 'blue', new: false }),
      ],
    });
  });

  it('omits empty values, and leaves texts that only look like numbers unchanged', () => {
    expect(parseConditions('name,code,extra\na,007,\nb,1e3,x')).toMatchObject({
      cells: [cell('a', { code: '007' }), cell('b', { code: '1e3', extra: 'x' })],
    });
  });

  it('has one type in each column', () => {
    expect(parseConditions('name,delay\na,0.50\nb,0.75\nc,1.00\nd,1.25\n')).toMatchObject({
      cells: [0.5, 0.75, 1, 1.25].map((delay, i) => cell('abcd'[i] ?? '', { delay })),
      kinds: new Map([
        ['name', { type: 'text', decimalComma: false }],
        ['delay', { type: 'number', decimalComma: false }],
      ]),
    });
    expect(parseConditions('name;delay;old\na;0,5;WAHR\nb;1,25;FALSCH\n')).toMatchObject({
      cells: [cell('a', { delay: 0.5, old: true }), cell('b', { delay: 1.25, old: false })],
    });
    expect(parseConditions('name,x\na,1\nb,no')).toMatchObject({
      cells: [cell('a', { x: '1' }), cell('b', { x: 'no' })],
    });
  });

  it('accepts headings as spreadsheets write them, and empty last cells', () => {
    expect(parseConditions('Name,Share,x\na,2,1\nb,1,2\n')).toMatchObject({
      cells: [cell('a', { x: 1 }, 2), cell('b', { x: 2 })],
    });
    expect(parseConditions('name\tcolour\tnote\na\tred\tx\nb\tblue\t\n')).toMatchObject({
      cells: [cell('a', { colour: 'red', note: 'x' }), cell('b', { colour: 'blue' })],
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
      { line: 2, column: '', code: 'more_cells' },
    ],
    ['a column twice', 'name,x,x\na,1,2\nb,1,2', { line: 1, column: 'x', code: 'named_twice' }],
    [
      'a share of nothing below empty lines',
      'name,share\n\na,1\n\nb,0',
      { line: 5, column: 'share', code: 'too_small' },
    ],
    [
      'a column that no script can name',
      'name,my word\na,red\nb,blue',
      { line: 1, column: 'my word', code: 'no_key' },
    ],
  ])('reports each fault with its line: %s', (_, text, fault) => {
    expect(parseConditions(text)).toMatchObject({
      faults: expect.arrayContaining([fault]) as unknown,
    });
  });

  it('is unchanged after writing and reading', () => {
    const cells = [cell('a, "b"', { word: 'x\ny', delay: 1.5 }, 3), cell('c', { new: true })];
    expect(parseConditions(conditionsTableText(cells))).toMatchObject({ cells });
  });
});
