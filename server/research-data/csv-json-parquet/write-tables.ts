import type { ArchiveFileContent } from '../../platform/storage/archive';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import type { Dataset, DatasetContent, DatasetFormat } from '../archive/dataset';
import { leftOutCounts } from '../archive/left-out.rule';
import { manifestOf } from '../archive/manifest';
import type { Table } from '../columns/table';
import { researchDataTexts } from '../research-data-texts';
import { codebookColumns, codebookRows } from './codebook-rows.rule';
import { parquetOf } from './parquet';
import { csvOf, tableTextInPieces, jsonLines, jsonList } from './table-text';
import { tablesReadme, type TableFormat } from './tables-readme';
import { writeRunFiles } from './write-run-files';

/** The formats of plain tables: each table is a file, beside a codebook, a README and the files of the runs. */
export const tablesFormat = (format: TableFormat): DatasetFormat => ({
  hasExternalTables: true,
  write: (dataset, files) => writeTables(dataset, format, files),
});

async function writeTables(
  dataset: Dataset,
  format: TableFormat,
  files: ArchiveFilesWriter,
): Promise<void> {
  const { content, about, madeOn, language } = dataset;
  const { for_spreadsheets } = dataset.options;
  const tables = tablesOf(content);
  const packing = format === 'parquet' ? 'codes' : 'all';
  for (const table of tables)
    await files.add(`${table.name}.${format}`, textOf(table, format, for_spreadsheets), packing);
  if (content.timing) await files.addJson('timing.json', content.timing);
  await files.addJson('codebook.json', codebookOf(content));
  if (format === 'csv') {
    const names = codebookColumns(tables);
    const rows = tables.map(({ name, columns }) => codebookRows(name, columns));
    await files.add('codebook.csv', csvOf(names, rows, for_spreadsheets));
  }
  const runFiles = await writeRunFiles(dataset, files);
  const leftOut = leftOutCounts(content, runFiles);
  const hasRunFiles = runFiles.included + runFiles.withheld + runFiles.missing > 0;
  const { t } = researchDataTexts.in(language);
  const readme = tablesReadme(content, { about, madeOn, leftOut, hasRunFiles, format }, t);
  await files.add('README.md', [readme]);
  const contained = { runFiles, hasExternalTables: true, files: files.named };
  await files.addJson('manifest.json', manifestOf(dataset, contained));
}

const tablesOf = ({ data, events, runTable, timed, external }: DatasetContent): Table[] => [
  ...[data, events, runTable],
  ...(timed.rowCount > 0 ? [timed] : []),
  ...external.tables,
];

/** Returns the columns of all tables, for the codebook. */
const codebookOf = ({ data, events, runTable, timed, external }: DatasetContent) => ({
  data: data.columns,
  events: events.columns,
  runs: runTable.columns,
  ...(timed.rowCount > 0 && { trial_timing: timed.columns }),
  ...(external.tables.length > 0 && {
    outside: Object.fromEntries(external.tables.map(({ name, columns }) => [name, columns])),
  }),
});

function textOf(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  format: TableFormat,
  forSpreadsheets: boolean,
): ArchiveFileContent {
  if (format === 'parquet') return parquetOf(columns, rows());
  const names = columns.map(({ name }) => name);
  if (format === 'jsonl') return tableTextInPieces(jsonLines(names), rows());
  if (format === 'json') return tableTextInPieces(jsonList(names), rows());
  return csvOf(names, rows(), forSpreadsheets);
}
