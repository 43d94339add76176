import { toColumnName, cellTextOf, parseCellText } from './cells.rule';
import {
  emptyTable,
  isPastedTable,
  pasteIntoTable,
  renameColumn,
  parseTable,
  textOfTable,
  withCell,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
  convertColumns,
} from './edits';

const stroop = 'word\tcolour\tkey\nred\tblue\tb\ngreen\tgreen\tg\n';

/** Returns the table that a pasted text makes; an empty table if the text has faults. */
const pasted = (text: string) => {
  const read = parseTable(text);
  return 'table' in read ? read.table : emptyTable;
};
const faults = (text: string) => {
  const read = parseTable(text);
  return 'faults' in read ? read.faults.map((f) => `${f.line} ${f.column} ${f.code}`) : [];
};

describe('the table of a block', () => {
  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['007', '007'],
    ['1e3', '1e3'],
    ['', ''],
    ['true', true],
    ['["a","b"]', ['a', 'b']],
    ['[not json]', '[not json]'],
  ])('reads %j as the intended value, and writes it back unchanged', (text, value) => {
    expect(parseCellText(text)).toEqual(value);
    expect(cellTextOf(parseCellText(text))).toBe(text);
  });

  it('is pasted from a spreadsheet and copied back to one', () => {
    const table = pasted(stroop);
    expect(table).toEqual({
      columns: ['word', 'colour', 'key'],
      rows: [
        ['red', 'blue', 'b'],
        ['green', 'green', 'g'],
      ],
    });
    expect(pasted(textOfTable(table))).toEqual(table);
    expect(pasted('a;b\r\n1;"x;y"\r\n').rows).toEqual([[1, 'x;y']]);
  });

  it('gives columns unique names that are valid identifiers', () => {
    expect(pasted('my word,1st\na,b').columns).toEqual(['my_word', '_1st']);
    expect(faults('my word,1st,my_word\na,b,c')).toEqual(['1 my_word named_twice']);
    expect(faults('词,word\na,b')).toEqual(['1 词 no_key']);
    expect(toColumnName(' Größe in % ')).toBe('Groesse_in_');
  });

  it('has one column of sentences when the heading has no delimiter', () => {
    expect(
      pasted('sentence\nHe came, saw, won.\nShe left, then slept.\nNo comma here\n').rows,
    ).toEqual([['He came, saw, won.'], ['She left, then slept.'], ['No comma here']]);
  });

  it('has one type in each column', () => {
    const read = parseTable(
      'delay;gain;new;keys;id\n0.50;0,5;WAHR;["f","j"];007\n1.25;1,5;FALSCH;["d"];8',
    );
    expect(read).toEqual({
      table: {
        columns: ['delay', 'gain', 'new', 'keys', 'id'],
        rows: [
          [0.5, 0.5, true, ['f', 'j'], '007'],
          [1.25, 1.5, false, ['d'], '8'],
        ],
      },
      columns: [
        { name: 'delay', heading: 'delay', type: 'number', decimalComma: false },
        { name: 'gain', heading: 'gain', type: 'number', decimalComma: true },
        { name: 'new', heading: 'new', type: 'boolean', decimalComma: false },
        { name: 'keys', heading: 'keys', type: 'list', decimalComma: false },
        { name: 'id', heading: 'id', type: 'text', decimalComma: false },
      ],
    });
    const typed = {
      columns: ['a', 'b'],
      rows: [
        ['0.50', '0.50'],
        [0.75, 'x'],
      ],
    };
    expect(convertColumns(typed, (j) => j === 0).rows).toEqual([
      [0.5, '0.50'],
      [0.75, 'x'],
    ]);
    expect(convertColumns(typed, () => true).rows).toEqual([
      [0.5, '0.50'],
      [0.75, 'x'],
    ]);
    expect(convertColumns({ columns: ['a'], rows: [[1], ['x ']] }, () => true).rows).toEqual([
      ['1'],
      ['x '],
    ]);
  });

  it('keeps lists, objects and empty values when another cell is edited', () => {
    const file = { $file: 'a.png' };
    const rows = [
      [['f', 'j'], file, 1, null],
      ['ALL_KEYS', 'none', { $js: '2' }, 'x'],
      [['f'], 5, '3', true],
      ['', '', ['[1]'], ''],
    ];
    const table = { columns: ['keys', 'picture', 'delay', 'more'], rows };
    const kept = [
      [['f', 'j'], file, 1, null],
      ['ALL_KEYS', 'none', { $js: '2' }, 'x'],
      // `'5'` stays a text, since its column contains a word. `3` becomes a number, since its
      // column contains no word.
      [['f'], '5', 3, 'true'],
      ['', '', ['[1]'], ''],
    ];
    expect(convertColumns(table, () => true).rows).toEqual(kept);
    expect(convertColumns({ ...table, rows: kept }, () => true).rows).toEqual(kept);
    expect(withCell(table, 0, 0, 'NO_KEYS').rows[0]).toEqual(['NO_KEYS', file, 1, null]);
    // When the cell loses focus, a typed list becomes a list and does not stay a text.
    const typed = convertColumns(withCell(table, 1, 0, '["d"]'), (j) => j === 0);
    expect(typed.rows.map(([keys]) => keys)).toEqual([['f', 'j'], ['d'], ['f'], '']);
  });

  it('is unchanged after copy and paste', () => {
    const one = [['f', 'j'], { $file: 'a.png' }, 7, 'word', true, '[not json]'];
    const values = one.filter((value) => value !== 7);
    for (const first of one)
      for (const second of first === 7 ? one.filter((v) => typeof v !== 'string') : values) {
        const table = {
          columns: ['a', 'b'],
          rows: [
            ['x', first],
            ['y', second],
          ],
        };
        const typed = convertColumns(table, () => true);
        for (const [i, value] of [first, second].entries())
          if (typeof value === 'object') expect(typed.rows[i]?.[1]).toEqual(value);
        const read = parseTable(textOfTable(typed));
        expect('table' in read && read.table).toEqual(typed);
        const piece = textOfTable(typed).split('\n').slice(1).join('\n');
        const empty = { columns: ['a', 'b'], rows: [['', '']] };
        expect(pasteIntoTable(empty, { row: 0, column: 0 }, piece)).toEqual(typed);
      }
  });

  it('is refused when it exceeds the limits or the columns of its heading', () => {
    const heading = Array.from({ length: 60 }, (_, i) => `c${i}`).join('\t');
    expect(faults(`${heading}\n${heading}`)).toEqual(['1 c50 too_many_columns']);
    expect(faults(`a\n${'x\n'.repeat(6_000)}`)).toEqual(['5002  too_many_rows']);
    expect(faults('a,b\n1,2,3')).toEqual(['2  more_cells']);
    expect(faults(`a\n${'x'.repeat(20_001)}`)).toEqual(['2 a too_long']);
    const table = { columns: ['a'], rows: [['x']] };
    expect(pasteIntoTable(table, { row: 4_999, column: 0 }, 'x\ny')).toBeNull();
    expect(pasteIntoTable(table, { row: 0, column: 49 }, 'x\ty')).toBeNull();
  });

  it('accepts a pasted range with empty lines, commas and quotation marks at the right cells', () => {
    const table = { columns: ['a', 'b'], rows: [['1', 'x']] };
    expect(
      pasteIntoTable(table, { row: 0, column: 0 }, '"He" said, no.\n\nShe, too.\n')?.rows,
    ).toEqual([
      ['"He" said, no.', 'x'],
      ['', ''],
      ['She, too.', ''],
    ]);
  });

  it('grows when a range is pasted beyond its edge', () => {
    const table = { columns: ['a', 'b'], rows: [[1, 2]] };
    expect(pasteIntoTable(table, { row: 0, column: 1 }, 'x\ty\nz\t5')).toEqual({
      columns: ['a', 'b', 'column'],
      rows: [
        [1, 'x', 'y'],
        // The column contains a word, so all its values are texts.
        ['', 'z', '5'],
      ],
    });
    expect(['a, b', 'a\tb', 'a\nb', 'a\n'].map(isPastedTable)).toEqual([false, true, true, false]);
  });

  it('adds and removes rows and columns, and renames a column', () => {
    let table = withColumn(emptyTable, 'word');
    expect(table).toEqual({ columns: ['word'], rows: [['']] });
    table = withColumn(withRow(withCell(table, 0, 0, 'red')), 'word');
    expect(table.columns).toEqual(['word', 'word_2']);
    table = renameColumn(table, 0, 'text');
    expect(table.rows).toEqual([
      ['red', ''],
      ['', ''],
    ]);
    expect(renameColumn(table, 0, 'word_2')).toBe(table);
    expect(withoutColumn(withoutRow(table, 1), 1)).toEqual({ columns: ['text'], rows: [['red']] });
    expect(withoutColumn(withoutColumn(table, 0), 0)).toEqual(emptyTable);
  });
});
