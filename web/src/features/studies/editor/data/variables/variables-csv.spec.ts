import type { VariableWords } from '../../../../../../../contracts/study-variables';
import { changedOf, readVariables, variablesCsv } from './variables-csv';

const said: VariableWords[] = [
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

describe('A file with what variables are', () => {
  it('is read as it was written, without a formula in it', () => {
    const text = variablesCsv(said);
    expect(text).not.toMatch(/(^|,|\n)=/);
    expect(readVariables(text, new Set(["'=odd"]))).toEqual({ variables: said });
    expect(readVariables(`\ufeff${text}`, new Set(["'=odd"]))).toEqual({ variables: said });
  });

  it('may come from a spreadsheet, with semicolons and with the columns it needs alone', () => {
    expect(readVariables('Variable;Description\r\nrt;Time\r\n', none)).toEqual({
      variables: [{ name: 'rt', description: 'Time', unit: '', levels: [] }],
    });
  });

  it('is refused by line and column', () => {
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

  it('changes what it says otherwise', () => {
    const now = said.map((one) => ({
      ...{ ...one, version: null, type: null, tables: [], recorded_description: null },
      description: one.name === 'rt' ? 'Something else' : one.description,
    }));
    expect(changedOf(said, now).map(({ name }) => name)).toEqual(['rt']);
  });
});
