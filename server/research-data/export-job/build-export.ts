import type { ExportFormat } from '../../../contracts/research-data/research-data';
import { ZipArchive } from '../../platform/storage/archive';
import { ArchiveFilesWriter } from '../archive/archive-files';
import type { Dataset, DatasetFormat, WrittenExport } from '../archive/dataset';
import { bidsFormat } from '../bids-psych-ds/bids/write-bids';
import { psychDsFormat } from '../bids-psych-ds/psych-ds/write-psych-ds';
import { writeBundle, type BundleRequest } from '../bundle/write-bundle';
import { tablesFormat } from '../csv-json-parquet/write-tables';
import type { DataRequest } from '../selection/data-request';
import { uniqueGroupNames } from '../pools/group-names.rule';
import type { PoolContent, PoolKey } from '../pools/pooled-studies';
import { writePool, type PoolGroup } from '../pools/write-pool';
import { readExportContent } from './read-content';
import { readDataset } from './read-dataset';

export interface ExportRequest extends DataRequest {
  readonly options: BundleRequest['options'] & Dataset['options'];
  /** The description of this installation for a bundle; null where the export is not a bundle. */
  readonly source: BundleRequest['source'] | null;
  /**
   * Receives the archive, part by part.
   * @throws any error, to stop the export
   */
  readonly write: (part: Buffer, firstByte: number) => Promise<void>;
}
/** A request to export the studies of a pool. */
export interface PoolExportRequest
  extends Omit<DataRequest, 'studyId' | 'options' | 'rehearsal'>, PoolKey {
  readonly content: PoolContent;
  readonly format: 'csv' | 'jsonl';
  readonly write: ExportRequest['write'];
}
export interface FinishedExport extends WrittenExport {
  readonly size: number;
}

/**
 * The formats of datasets. A bundle is not among them, since it contains the stored records and the
 * study itself; write-bundle.ts writes it.
 */
const formats: Readonly<Record<Exclude<ExportFormat, 'bundle'>, DatasetFormat>> = {
  csv: tablesFormat('csv'),
  json: tablesFormat('json'),
  jsonl: tablesFormat('jsonl'),
  parquet: tablesFormat('parquet'),
  'psych-ds': psychDsFormat,
  bids: bidsFormat,
};

/**
 * Writes the archive of an export. The runs are read twice: first for the columns and their types, then for the rows,
 * which are streamed.
 * @throws StandardViolation, ArchiveTooLargeError
 */
export async function buildExport(request: ExportRequest): Promise<FinishedExport> {
  const archive = new ZipArchive(request.madeAt, request.write);
  const files = new ArchiveFilesWriter(archive);
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

/**
 * The options for each study of a pool. The export contains no names. It contains only finished
 * runs, and a run only once the day (UTC) of its last record is over.
 */
const ofAll = { unfinished: false, sees_names: false } as const;

/**
 * Writes the archive of a pool, which combines the data of several studies. It contains only data
 * that may also be in an export of the single study.
 */
export async function buildPoolExport(request: PoolExportRequest): Promise<FinishedExport> {
  const { content, madeAt, onProgress } = request;
  const archive = new ZipArchive(madeAt, request.write);
  const files = new ArchiveFilesWriter(archive);
  const { studies, ...about } = content;
  const names = uniqueGroupNames(studies.map(({ title }) => title));
  const progress = new Progress(studies.length, onProgress);
  const groups: PoolGroup[] = [];
  for (const [place, { study_id }] of studies.entries()) {
    const onStudy = (percent: number) => progress.report(place, percent);
    const asked = { ...request, studyId: study_id, options: ofAll, onProgress: onStudy };
    const read = await readExportContent(asked);
    groups.push({ group: names[place] ?? '', studyId: study_id, content: read });
  }
  const madeOn = madeAt.toISOString().slice(0, 10);
  const written = await writePool({ ...request, about, groups, madeOn }, files);
  return { ...written, size: await archive.end() };
}

/**
 * Combines the progress of several studies, which are read at the same time, into one percentage.
 */
class Progress {
  private readonly percents: number[];
  private told = 0;

  constructor(
    count: number,
    private readonly onProgress: DataRequest['onProgress'],
  ) {
    this.percents = Array.from({ length: count }, () => 0);
  }

  async report(place: number, percent: number): Promise<void> {
    this.percents[place] = percent;
    const sum = this.percents.reduce((all, one) => all + one, 0);
    const whole = Math.floor(sum / this.percents.length);
    if (whole <= this.told) return;
    this.told = whole;
    await this.onProgress(whole);
  }
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
