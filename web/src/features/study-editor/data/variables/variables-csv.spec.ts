import type { VariableDescription } from '../../../../../../contracts/research-data/study-variables';
import { changedVariables, unknownColumns, readVariables, variablesCsv } from './variables-csv';

const said: VariableDescription[] = [
  {
    name: 'rt',
    description: 'From the word on, "until" a key',
    unit: 'ms',
    levels: [
      { value: '-1', label: 'no answer' },
      { value: 'x', label: 'a; b' },
    ],
  },
  { name: '=cmd', description: 'Line\nbreak', unit: '', levels: [] },
  { name: "'=odd", description: 'Odd', unit: '', levels: [] },
];
const none = new Set<string>();

describe('a CSV file with descriptions of variables', () => {
  it('is read as it was written, without formulas', () => {
    const text = variablesCsv(said);
    expect(text).not.toMatch(/(^|,|\n)=/);
    expect(readVariables(text, new Set(["'=odd"]))).toEqual({ variables: said });
    expect(readVariables(`\ufeff${text}`, new Set(["'=odd"]))).toEqual({ variables: said });
  });

  it('may lack optional columns, and may have semicolons as delimiters', () => {
    expect(readVariables('Variable;Description\r\nrt;Time\r\n', none)).toEqual({
      variables: [{ name: 'rt', description: 'Time', unit: '', levels: [] }],
    });
  });

  it('is refused with the line and column of the fault', () => {
    expect(readVariables('name,text\nrt,Time\n', none)).toEqual({
      faults: [{ line: 1, column: '', code: 'no_columns' }],
    });
    const unit = 'x'.repeat(61);
    expect(
      readVariables(`variable,description,unit,value,label\nrt,Time,${unit},,\nn,,,1,\n`, none),
    ).toEqual({
      faults: [
        { line: 2, column: 'unit', code: 'too_long' },
        { line: 3, column: 'label', code: 'required' },
      ],
    });
  });

  it('is refused when a quotation mark is not closed', () => {
    expect(readVariables('variable,description\na,A\nb,"B\nc,C\nd,D\n', none)).toEqual({
      faults: [{ line: 3, column: '', code: 'quotes' }],
    });
    expect(readVariables('variable,description\na,"A" more\nb,B\n', none)).toEqual({
      faults: [{ line: 2, column: '', code: 'quotes' }],
    });
  });

  it('is refused with the line of a label that has no value', () => {
    const text = 'variable,description,value,label\nmood,Mood,1,calm\nmood,,,tense\n';
    expect(readVariables(text, none)).toEqual({
      faults: [{ line: 3, column: 'value', code: 'required' }],
    });
  });

  it('is refused when a variable has two different texts', () => {
    const heading = 'variable,description,unit,value,label';
    const same = [heading, 'a,A,ms,1,x', 'a,A ,ms,2,y'].join('\n');
    expect(readVariables(same, none)).toMatchObject({
      variables: [{ description: 'A', unit: 'ms', levels: [{ value: '1' }, { value: '2' }] }],
    });
    const other = [heading, 'a,A,ms,1,x', 'a,Other,s,2,y', 'b,,s,,'].join('\n');
    expect(readVariables(other, none)).toEqual({
      faults: [
        { line: 3, column: 'description', code: 'said_twice' },
        { line: 3, column: 'unit', code: 'said_twice' },
      ],
    });
  });

  it('may have blank lines, which count in line numbers', () => {
    const text = '\r\nvariable;description;unit\r\n\r\n;;\r\na;A;\r\n \r\nb;B;';
    expect(readVariables(text, none)).toMatchObject({ variables: [{ name: 'a' }, { name: 'b' }] });
    expect(readVariables(`${text}${'x'.repeat(61)}`, none)).toEqual({
      faults: [{ line: 7, column: 'unit', code: 'too_long' }],
    });
  });

  it('is refused when a cell has no heading or a column is repeated', () => {
    expect(readVariables('variable,description\na,Time, in ms\n', none)).toEqual({
      faults: [{ line: 2, column: '', code: 'more_cells' }],
    });
    expect(readVariables('variable,description,unit,Unit\na,A,s,ms\n', none)).toEqual({
      faults: [{ line: 1, column: 'unit', code: 'named_twice' }],
    });
  });

  it('returns only the variables that the file changes', () => {
    const now = said.map((one) => ({
      ...{ ...one, version: null, type: null, tables: [], recorded_description: null },
      description: one.name === 'rt' ? 'Something else' : one.description,
    }));
    expect(changedVariables(said, now).map(({ name }) => name)).toEqual(['rt']);
  });
});

test('a name that is no column is reported, with the most similar column', () => {
  const now = [
    { name: 'rt', tables: ['data'] },
    { name: 'Mood Now', tables: ['survey.csv'] },
    { name: 'described', tables: [] },
  ];
  const read = ['rt', 'RT', 'moodnow', 'described', 'other'].map((name) => ({ name }));
  expect(unknownColumns(read, now)).toEqual([
    { name: 'RT', like: 'rt' },
    { name: 'moodnow', like: 'Mood Now' },
    { name: 'described', like: null },
    { name: 'other', like: null },
  ]);
});
