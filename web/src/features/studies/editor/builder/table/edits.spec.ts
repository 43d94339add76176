import { columnName, textOf, valueOf } from './cells.rule';
import {
  emptyTable,
  isTable,
  pastedInto,
  renamedColumn,
  tableFrom,
  textOfTable,
  withCell,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
} from './edits';

const stroop = 'word\tcolour\tkey\nred\tblue\tb\ngreen\tgreen\tg\n';

describe('The table of a block', () => {
  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['007', '007'],
    ['1e3', '1e3'],
    ['', ''],
    ['true', true],
    ['["a","b"]', ['a', 'b']],
    ['[not json]', '[not json]'],
  ])('reads %j as a person means it, and writes it the same', (text, value) => {
    expect(valueOf(text)).toEqual(value);
    expect(textOf(valueOf(text))).toBe(text);
  });

  it('is read from a spreadsheet, and gives one again', () => {
    const table = tableFrom(stroop);
    expect(table).toEqual({
      columns: ['word', 'colour', 'key'],
      rows: [
        ['red', 'blue', 'b'],
        ['green', 'green', 'g'],
      ],
    });
    expect(tableFrom(textOfTable(table))).toEqual(table);
    expect(tableFrom('a;b\r\n1;"x;y"\r\n').rows).toEqual([[1, 'x;y']]);
  });

  it('names columns so that code can use them, each once', () => {
    expect(tableFrom('my word,1st,my word\na,b,c').columns).toEqual([
      'my_word',
      '_1st',
      'my_word_2',
    ]);
    expect(columnName(' Größe in % ')).toBe('Groesse_in_');
  });

  it('grows where a piece is pasted over its edge', () => {
    const table = { columns: ['a', 'b'], rows: [[1, 2]] };
    expect(pastedInto(table, { row: 0, column: 1 }, 'x\ty\nz\t5')).toEqual({
      columns: ['a', 'b', 'column'],
      rows: [
        [1, 'x', 'y'],
        ['', 'z', 5],
      ],
    });
    expect(['a, b', 'a\tb', 'a\nb', 'a\n'].map(isTable)).toEqual([false, true, true, false]);
  });

  it('gains and loses rows and columns, and renames a column', () => {
    let table = withColumn(emptyTable, 'word');
    expect(table).toEqual({ columns: ['word'], rows: [['']] });
    table = withColumn(withRow(withCell(table, 0, 0, 'red')), 'word');
    expect(table.columns).toEqual(['word', 'word_2']);
    table = renamedColumn(table, 0, 'text');
    expect(table.rows).toEqual([
      ['red', ''],
      ['', ''],
    ]);
    expect(renamedColumn(table, 0, 'word_2')).toBe(table);
    expect(withoutColumn(withoutRow(table, 1), 1)).toEqual({ columns: ['text'], rows: [['red']] });
    expect(withoutColumn(withoutColumn(table, 0), 0)).toEqual(emptyTable);
  });
});
