import type { DatasetFile, TableShape } from '../dataset-file.rule';
import { PsychDsCheck, rowIdColumnIndexes } from './psych-ds-check.rule';
import { CsvReader } from '../table-reader.rule';

const tableOf = (text: string): TableShape => {
  const reader = new CsvReader(rowIdColumnIndexes);
  reader.push(text);
  return reader.end();
};
const csv = (path: string, text: string): DatasetFile => ({
  path,
  isEmpty: text === '',
  table: tableOf(text),
});
const variable = (name: string) => ({ '@type': 'PropertyValue', name, description: 'What it is' });
const description = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  name: 'Stroop',
  description: 'Colours and words',
  variableMeasured: [variable('rt'), variable('said')],
};
const describedBy = (more: object): DatasetFile => ({
  path: 'dataset_description.json',
  isEmpty: false,
  json: { ...description, ...more },
});
const data = csv('data/study-Stroop_data.csv', 'rt,said\r\n300,"a\r\nb"\r\n');
const codesOf = (...files: DatasetFile[]): string[] => {
  const check = new PsychDsCheck();
  for (const file of files) check.add(file);
  return check.faults().map(({ code }) => code);
};
const withData = (text: string) => codesOf(describedBy({}), csv('data/study-a_data.csv', text));

describe('PsychDsCheck', () => {
  it('accepts a minimal dataset, and one with additional files', () => {
    expect(codesOf(describedBy({}), data)).toEqual([]);
    const more = { path: 'README.md', isEmpty: false };
    expect(
      codesOf(more, describedBy({}), data, { path: 'a.json', isEmpty: false, json: [] }),
    ).toEqual([]);
  });

  it('reports missing files and fields', () => {
    expect(codesOf(data)).toEqual(['MISSING_DATASET_DESCRIPTION']);
    expect(codesOf(describedBy({ variableMeasured: [] }))).toEqual(['MISSING_DATAFILE']);
    expect(codesOf(describedBy({}), { path: data.path, isEmpty: false })).toContain(
      'FILE_NOT_READ',
    );
  });

  it('reports file names without keywords', () => {
    for (const name of ['data.csv', 'study-a_b_data.csv', 'study1-a_data.csv', 'study-ä_data.csv'])
      expect(codesOf(describedBy({}), data, csv(`data/${name}`, 'rt,said\n1,2\n'))).toEqual([
        'FILENAME_KEYWORD_FORMATTING_ERROR',
      ]);
  });

  it('reports malformed tables', () => {
    expect(withData('')).toContain('CSV_HEADER_MISSING');
    expect(withData('rt,said,rt\n1,2,3\n')).toContain('CSV_HEADER_REPEATED');
    expect(withData('rt,said\n1\n')).toContain('CSV_HEADER_LENGTH_MISMATCH');
    expect(withData('rt,said\n1,"2\n')).toContain('CSV_FORMATTING_ERROR');
    const ids = 'rt,said,row_id\n1,2,7\n1,2,7\n';
    expect(withData(ids)).toContain('ROWID_VALUES_NOT_UNIQUE');
  });

  it('reports columns without description and descriptions without column', () => {
    expect(withData('rt,said,more\n1,2,3\n')).toEqual(['CSV_COLUMN_MISSING_FROM_METADATA']);
    expect(withData('rt\n1\n')).toEqual(['VARIABLE_MISSING_FROM_CSV_COLUMNS']);
    const named = describedBy({ variableMeasured: ['rt', 'said'] });
    expect(codesOf(named, data)).toEqual([]);
  });

  it('reports an invalid description', () => {
    for (const [more, code] of [
      [{ name: ' ' }, 'JSON_KEY_REQUIRED'],
      [{ description: undefined }, 'JSON_KEY_REQUIRED'],
      [{ '@context': 'https://example.org/' }, 'JSON_KEY_REQUIRED'],
      [{ '@type': undefined }, 'MISSING_DATASET_TYPE'],
      [{ '@type': 'Book' }, 'INCORRECT_DATASET_TYPE'],
      [{ variableMeasured: [{ name: 'rt' }, variable('said')] }, 'OBJECT_TYPE_MISSING'],
    ] as const)
      expect(codesOf(describedBy(more), data)).toContain(code);
    const unread = { path: 'dataset_description.json', isEmpty: false, json: undefined };
    expect(codesOf(unread, data)).toContain('INVALID_JSON_FORMATTING');
    expect(codesOf(describedBy({}), data, { path: 'x.json', isEmpty: false })).toEqual([
      'JSON_INVALID',
    ]);
  });
});
