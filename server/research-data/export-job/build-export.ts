import type { ExportFormat } from '../../../contracts/research-data/research-data';
import { Archive } from '../../platform/storage/archive';
import { ArchiveFiles } from '../archive/archive-files';
import type { Dataset, DatasetFormat, WrittenExport } from '../archive/dataset';
import { bidsFormat } from '../bids-psych-ds/bids/write-bids';
import { psychDsFormat } from '../bids-psych-ds/psych-ds/write-psych-ds';
import { writeBundle, type BundleRequest } from '../bundle/write-bundle';
import { tablesFormat } from '../csv-json-parquet/write-tables';
import type { DataRequest } from '../selection/data-request';
import { readDataset } from './read-dataset';

export interface ExportRequest extends DataRequest {
  readonly options: BundleRequest['options'] & Dataset['options'];
  /** What a bundle says about this installation; null where the export is not a bundle. */
  readonly source: BundleRequest['source'] | null;
  /** Receives the archive, part by part. @throws any error to end the work */
  readonly write: (part: Buffer, firstByte: number) => Promise<void>;
}
export interface FinishedExport extends WrittenExport {
  readonly size: number;
}

/** A bundle is no dataset: it has the records as they are stored, and the study. */
const formats: Readonly<Record<Exclude<ExportFormat, 'bundle'>, DatasetFormat>> = {
  csv: tablesFormat('csv'),
  json: tablesFormat('json'),
  jsonl: tablesFormat('jsonl'),
  parquet: tablesFormat('parquet'),
  'psych-ds': psychDsFormat,
  bids: bidsFormat,
};

/**
 * Makes the archive of an export. The runs are read twice: first for the columns and their types, then for the
 * rows, which are written as they come.
 * @throws BreaksStandard, TooLarge
 */
export async function buildExport(request: ExportRequest): Promise<FinishedExport> {
  const archive = new Archive(request.madeAt, request.write);
  const files = new ArchiveFiles(archive);
  const { source } = request;
  const { format } = request.options;
  let written: WrittenExport;
  if (format !== 'bundle') {
    const dataset = await readDataset(request);
    await formats[format].write(dataset, files);
    written = summaryOf(dataset, formats[format]);
  } else {
    if (!source) throw new Error('a bundle needs the installation that it comes from');
    written = await writeBundle({ ...request, source }, files);
  }
  return { ...written, size: await archive.end() };
}

function summaryOf(
  { content }: Dataset,
  { hasExternalTables }: Pick<DatasetFormat, 'hasExternalTables'>,
): WrittenExport {
  const { counts, runs, left_out, external } = content;
  const outside_rows = external.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const own = runs.filter(({ imported }) => imported === null);
  return {
    counts: { ...counts, ...(hasExternalTables && outside_rows > 0 && { outside_rows }) },
    left_out: hasExternalTables ? left_out : { ...left_out, outside_files: external.tables.length },
    runIds: own.map(({ id }) => id),
    partIds: hasExternalTables ? external.partIds : [],
    hasImported: own.length < runs.length,
  };
}
