import { ZipArchive } from '../../platform/storage/archive';
import { PsychDsCheck, rowIdColumnIndexes } from './psych-ds/psych-ds-check.rule';
import { CsvReader } from './table-reader.rule';
import { ArchiveFilesWriter } from '../archive/archive-files';
import { StandardViolation, DatasetFilesWriter } from './checked-files';

const description = {
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  name: 'Stroop',
  description: 'Colours and words',
  variableMeasured: [{ '@type': 'PropertyValue', name: 'rt', description: 'In milliseconds' }],
};
const started = () => {
  const archive = new ZipArchive(new Date(), () => Promise.resolve());
  return new DatasetFilesWriter(
    new ArchiveFilesWriter(archive),
    new PsychDsCheck(),
    () => new CsvReader(rowIdColumnIndexes),
  );
};

describe('DatasetFilesWriter', () => {
  it('checks the text that is written, not the value that was passed', async () => {
    const files = started();
    await files.addJson('dataset_description.json', description);
    await files.addText('README.md', 'About it');
    await files.addTable('data/study-a_data.csv', ['rt\r', '\n300', '\r\n']);
    expect(() => files.mustBeValid()).not.toThrow();
  });

  it('ends the export when a rule is broken, and logs only the codes of the rules', async () => {
    const files = started();
    await files.addJson('dataset_description.json', description);
    await files.addTable('data/study-a_data.csv', ['rt,secret\r\n300\r\n']);
    expect(() => files.mustBeValid()).toThrow(StandardViolation);
    expect(() => files.mustBeValid()).toThrow(
      /^the dataset breaks its standard: CSV_HEADER_LENGTH_MISMATCH,/,
    );
    expect(() => files.mustBeValid()).not.toThrow(/secret/);
  });
});
