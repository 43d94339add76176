import type { ExportFormat } from '../../../contracts/research-data';
import type { FileContent } from '../../platform/storage/archive';
import { csvLine, jsonLine, type Cell } from '../rows/cell.rule';
import type { ArchiveFiles } from './archive-files';
import type { ExportContent, Table } from './export-content';
import { parquetOf } from './parquet';

type Rows = Iterable<Cell[]> | AsyncIterable<Cell[]>;

export interface Writing {
  readonly format: ExportFormat;
  readonly for_spreadsheets: boolean;
}
/** A format of tables, without the standards, which are made of them. */
interface TableWriting extends Writing {
  readonly format: Exclude<ExportFormat, 'psych-ds' | 'bids' | 'bundle'>;
}

/** The tables of an export, each as a file of the format, with a codebook. */
export async function writeTables(
  content: ExportContent,
  files: ArchiveFiles,
  options: TableWriting,
): Promise<void> {
  const { data, events, runTable, timed, outside } = content;
  const ofTrials = timed.rowCount > 0 ? [timed] : [];
  for (const table of [data, events, runTable, ...ofTrials, ...outside.tables])
    await files.add(`${table.name}.${options.format}`, contentOf(options, table));
  if (content.timing) await files.addJson('timing.json', content.timing);
  await files.addJson('codebook.json', codebookOf(content));
}

/** The columns of all tables. */
export const codebookOf = ({ data, events, runTable, timed, outside }: ExportContent) => ({
  data: data.columns,
  events: events.columns,
  runs: runTable.columns,
  ...(timed.rowCount > 0 && { trial_timing: timed.columns }),
  ...(outside.tables.length > 0 && {
    outside: Object.fromEntries(outside.tables.map(({ name, columns }) => [name, columns])),
  }),
});

function contentOf(
  { format, for_spreadsheets }: TableWriting,
  table: Pick<Table, 'columns' | 'rows'>,
): FileContent {
  if (format === 'parquet') return parquetOf(table.columns, table.rows());
  const names = table.columns.map(({ name }) => name);
  if (format === 'jsonl') return jsonLines(names, table.rows());
  if (format === 'json') return jsonList(names, table.rows());
  return csvOf(names, table.rows(), for_spreadsheets);
}

/** Lines are handed on together: each piece costs turns, whatever its length. */
const pieceLength = 65_536;

export async function* csvOf(
  names: readonly string[],
  rows: Rows,
  forSpreadsheets: boolean,
): AsyncGenerator<string> {
  // Spreadsheets read UTF-8 only where the file begins like this.
  if (forSpreadsheets) yield '\ufeff';
  yield csvLine(names, forSpreadsheets);
  let text = '';
  for await (const cells of rows) {
    text += csvLine(cells, forSpreadsheets);
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function* jsonLines(names: readonly string[], rows: Rows): AsyncGenerator<string> {
  for await (const cells of rows) yield `${jsonLine(names, cells)}\n`;
}

async function* jsonList(names: readonly string[], rows: Rows): AsyncGenerator<string> {
  let before = '[\n';
  for await (const cells of rows) {
    yield `${before}${jsonLine(names, cells)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
