import { researchDataTexts, type ExportTexts } from '../../research-data-texts';
import { camelCaseLabelOf } from '../names.rule';
import { psychDsDescription, psychDsFilePath, psychDsReservedNames } from './psych-ds.rule';
import { PsychDsCheck, rowIdColumnIndexes } from './psych-ds-check.rule';
import { leftOutCounts, leftOutText } from '../../archive/left-out.rule';
import { manifestOf } from '../../archive/manifest';
import { changelogOf, readmeOf } from '../../archive/readme.rule';
import { CsvReader } from '../table-reader.rule';
import type { ArchiveFilesWriter } from '../../archive/archive-files';
import { DatasetFilesWriter } from '../checked-files';
import { renameColumns } from '../renamed-table';
import type { Dataset, DatasetFormat } from '../../archive/dataset';
import { csvOf } from '../../csv-json-parquet/table-text';
import { countRunFiles } from '../../selection/run-files';

/** Datasets of Psych-DS 1.5. */
export const psychDsFormat: DatasetFormat = { hasExternalTables: false, write: writePsychDs };

/** @throws StandardViolation */
async function writePsychDs(dataset: Dataset, files: ArchiveFilesWriter): Promise<void> {
  const { content, about, madeOn, language } = dataset;
  const runFiles = await countRunFiles(dataset.runFiles, content.runs);
  const checked = new DatasetFilesWriter(
    files,
    new PsychDsCheck(),
    () => new CsvReader(rowIdColumnIndexes),
  );
  const { t } = researchDataTexts.in(language);
  const study = camelCaseLabelOf(about.title) || 'Study';
  const isTimed = content.timed.rowCount > 0;
  const tables = [
    { label: 'trials', table: content.data },
    { label: 'events', table: content.events },
    { label: 'runs', table: content.runTable },
    ...(isTimed ? [{ label: timing, table: content.timed }] : []),
  ].map(({ label, table }) => ({
    label,
    // Names are trimmed, since readers of CSV remove blanks around a name.
    table: renameColumns(table, (name) => name.trim(), psychDsReservedNames),
  }));
  const described = tables.map(({ label, table: { columns } }) => ({ label, columns }));
  await checked.addJson('dataset_description.json', psychDsDescription(about, described, t));
  const { counts, runsWithoutRecords } = content;
  const facts = {
    ...about,
    ...counts,
    runsWithoutRecords,
    madeOn,
    files: filesOf(study, isTimed, content.timing !== null, t),
    more: [
      [t('reading.csv'), t('reading.numbers')].join(' '),
      leftOutText(leftOutCounts(content, runFiles), t),
    ],
  };
  await checked.addText('README.md', readmeOf(facts, t));
  await checked.addText('CHANGES.md', changelogOf(madeOn, t));
  for (const { label, table } of tables) {
    const names = table.columns.map(({ name }) => name);
    await checked.addTable(psychDsFilePath(study, label), csvOf(names, table.rows(), false));
  }
  const codebook = Object.fromEntries(described.map(({ label, columns }) => [label, columns]));
  await checked.addJson('documentation/codebook.json', codebook);
  if (content.timing) await checked.addJson('documentation/timing.json', content.timing);
  const contained = { runFiles, hasExternalTables: false, files: files.named };
  await checked.addJson('documentation/manifest.json', manifestOf(dataset, contained));
  checked.mustBeValid();
}

/** The name of the timing table in file names, where Psych-DS allows only letters and digits. */
const timing = 'trialtiming';

const filesOf = (study: string, isTimed: boolean, hasTiming: boolean, t: ExportTexts) => {
  const file = (table: string) => `\`${psychDsFilePath(study, table)}\``;
  return [
    `\`dataset_description.json\`: ${t('files.psych_ds.description')}`,
    `${file('trials')}: ${t('files.psych_ds.trials')}`,
    `${file('events')}: ${t('files.psych_ds.events')}`,
    `${file('runs')}: ${t('files.psych_ds.runs')}`,
    ...(isTimed ? [`${file(timing)}: ${t('files.psych_ds.timing')}`] : []),
    `\`documentation/codebook.json\`: ${t('files.psych_ds.codebook')}`,
    ...(hasTiming ? [`\`documentation/timing.json\`: ${t('files.tables.timing')}`] : []),
    `\`documentation/manifest.json\`: ${t('files.psych_ds.manifest')}`,
  ];
};
