import type { ExportFormat } from '../../../contracts/research-data/research-data';
import type { FileContent } from '../../platform/storage/archive';
import { csvLine, jsonKeys, jsonLine, type Cell, type Rows } from '../columns/cell.rule';
import { codebookColumns, codebookColumnsWithheld, codebookRows } from './codebook-rows.rule';
import type { ArchiveFiles } from '../archive/archive-files';
import type { ExportContent, Table } from '../columns/export-content';
import { parquetOf } from './parquet';

export interface Writing {
  readonly format: ExportFormat;
  readonly for_spreadsheets: boolean;
}
/** A format of tables, without the standards, which are made of them. */
export type TableFormat = Exclude<ExportFormat, 'psych-ds' | 'bids' | 'bundle'>;
interface TableWriting extends Writing {
  readonly format: TableFormat;
}

/** The tables of an export, each as a file of the format, with a codebook: as JSON, beside CSV as CSV, too. */
export async function writeTables(
  content: ExportContent,
  files: ArchiveFiles,
  options: TableWriting,
): Promise<void> {
  const { data, events, runTable, timed, outside } = content;
  const ofTrials = timed.rowCount > 0 ? [timed] : [];
  const tables = [data, events, runTable, ...ofTrials, ...outside.tables];
  const packing = options.format === 'parquet' ? 'codes' : 'all';
  for (const table of tables)
    await files.add(`${table.name}.${options.format}`, contentOf(options, table), packing);
  if (content.timing) await files.addJson('timing.json', content.timing);
  await files.addJson('codebook.json', codebookOf(content));
  if (options.format !== 'csv') return;
  const isWithheld = tables.some(({ columns }) =>
    columns.some((one) => one.withheld !== undefined),
  );
  const names = isWithheld ? codebookColumnsWithheld : codebookColumns;
  const rows = tables.map(({ name, columns }) => codebookRows(name, columns));
  await files.add('codebook.csv', csvOf(names, rows, options.for_spreadsheets));
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
  if (format === 'jsonl') return inPieces(jsonLines(names), table.rows());
  if (format === 'json') return inPieces(jsonList(names), table.rows());
  return csvOf(names, table.rows(), for_spreadsheets);
}

/** How a table is written: its beginning, a row, its end. */
interface Lines {
  readonly begin?: string;
  readonly line: (cells: readonly Cell[], isFirst: boolean) => string;
  /** Where there were no rows, all of it. */
  readonly end?: (isEmpty: boolean) => string;
}

/** Lines are handed on together: each piece costs turns, whatever its length. */
const pieceLength = 65_536;

export async function* inPieces(
  { begin = '', line, end }: Lines,
  rows: Rows,
): AsyncGenerator<string> {
  let text = begin;
  let isFirst = true;
  for await (const some of rows)
    for (const cells of some) {
      text += line(cells, isFirst);
      isFirst = false;
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  yield end ? `${text}${end(isFirst)}` : text;
}

export const csvOf = (names: readonly string[], rows: Rows, forSpreadsheets: boolean) =>
  inPieces(
    {
      // Spreadsheets read UTF-8 only where the file begins like this.
      begin: `${forSpreadsheets ? '\ufeff' : ''}${csvLine(names, forSpreadsheets)}`,
      line: (cells) => csvLine(cells, forSpreadsheets),
    },
    rows,
  );

function jsonLines(names: readonly string[]): Lines {
  const keys = jsonKeys(names);
  return { line: (cells) => `${jsonLine(keys, cells)}\n` };
}

function jsonList(names: readonly string[]): Lines {
  const keys = jsonKeys(names);
  return {
    line: (cells, isFirst) => `${isFirst ? '[\n' : ',\n'}${jsonLine(keys, cells)}`,
    end: (isEmpty) => (isEmpty ? '[]\n' : '\n]\n'),
  };
}
