import { Archive } from '../../platform/storage/archive';
import { aboutStudy } from '../../studies/study-about.read';
import { ArchiveFiles, type NamedFile } from '../archive/archive-files';
import type { BundleSource } from '../../../contracts/research-data/bundle';
import { writeBundle, type BundleToWrite } from '../bundle/write-bundle';
import { researchDataTexts } from '../research-data-texts';
import type { ContentToRead, ExportContent } from '../columns/export-content';
import { learnContent } from './read-content';
import type { Made } from './export-state';
import {
  countRunFiles,
  writeRunFiles,
  type RunFilesTold,
} from '../csv-json-parquet/write-run-files';
import { replacedIn, type Lacks } from '../archive/left-out.rule';
import { tablesReadme } from '../csv-json-parquet/tables-readme';
import { writeTables, type Writing } from '../csv-json-parquet/write-tables';
import { writeBids } from '../bids-psych-ds/bids/write-bids';
import { writePsychDs } from '../bids-psych-ds/psych-ds/write-psych-ds';
import { withheldColumns } from '../columns/withheld-values';

export interface ExportToBuild extends ContentToRead {
  readonly options: BundleToWrite['options'] & Writing;
  /** This installation, for a bundle; null where none is made. */
  readonly source: Omit<BundleSource, 'study' | 'made_on'> | null;
  /** Receives the archive, part by part. @throws any error to end the work */
  readonly write: (part: Buffer, firstByte: number) => Promise<void>;
}

/** Formats without a place for tables of data that were collected elsewhere. */
const notOfTables = new Set<string>(['psych-ds', 'bids', 'bundle']);

/** Datasets by the standards of the field. */
const standards = { 'psych-ds': writePsychDs, bids: writeBids } as const;

/**
 * Reads the runs twice: first what columns there are and of which type, then the rows, which are
 * written as they come.
 * @throws BreaksStandard, TooLarge
 */
export async function buildExport(wanted: ExportToBuild): Promise<Made> {
  const archive = new Archive(wanted.madeAt, wanted.write);
  const files = new ArchiveFiles(archive);
  const made =
    wanted.options.format === 'bundle' && wanted.source
      ? await writeBundle(wanted, wanted.source, files)
      : await writeExport(wanted, files);
  return { ...made, size: await archive.end() };
}

async function writeExport(
  wanted: ExportToBuild,
  files: ArchiveFiles,
): Promise<Omit<Made, 'size'>> {
  const content = await learnContent(wanted);
  await writeFiles(wanted, content, files);
  const { counts, runs, outside } = content;
  const isOfTables = !notOfTables.has(wanted.options.format);
  const left_out = isOfTables
    ? content.left_out
    : { ...content.left_out, outside_files: outside.tables.length };
  const outside_rows = outside.tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  const own = runs.filter(({ imported }) => imported === null);
  return {
    counts: { ...counts, ...(isOfTables && outside_rows > 0 && { outside_rows }) },
    left_out,
    runIds: own.map(({ id }) => id),
    partIds: isOfTables ? outside.partIds : [],
    hasImported: own.length < runs.length,
  };
}

async function writeFiles(
  wanted: ExportToBuild,
  content: ExportContent,
  files: ArchiveFiles,
): Promise<void> {
  const { format, for_spreadsheets } = wanted.options;
  const { snapshot, language, rehearsal } = wanted;
  if (format === 'bundle') throw new Error('a bundle has no tables');
  const study = await aboutStudy(snapshot, wanted.studyId);
  const { t } = researchDataTexts.in(language);
  const about = rehearsal
    ? { ...study, title: t('dataset.rehearsal', { title: study.title }) }
    : study;
  const madeOn = dayOf(wanted.madeAt);
  if (format === 'psych-ds' || format === 'bids') {
    const made = await countRunFiles(wanted, content.runs);
    const manifest = (named: readonly NamedFile[]) => manifestOf(wanted, content, named, made);
    const lacks = lacksOf(content, made);
    return standards[format]({ content, about, language, madeOn, manifest, lacks }, files);
  }
  await writeTables(content, files, { format, for_spreadsheets });
  const made = await writeRunFiles(wanted, content.runs, files);
  const lacks = lacksOf(content, made);
  const hasRunFiles = made.included + made.withheld + made.missing > 0;
  const readme = tablesReadme(content, { about, madeOn, lacks, hasRunFiles, format }, t);
  await files.add('README.md', [readme]);
  await files.addJson('manifest.json', manifestOf(wanted, content, files.named, made));
}

/** Values of imported data, which came without these. */
const withheldBefore = ({ imported }: ExportContent): number => imported?.withheld_values ?? 0;

const lacksOf = (content: ExportContent, made: RunFilesTold): Lacks => {
  const { left_out, data, events, runTable, outside, repeated } = content;
  return {
    left_out,
    withheld: content.withheld + withheldBefore(content),
    replaced: replacedIn([data, events, runTable, ...outside.tables]),
    repeated,
    files: made.withheld + made.missing + made.left_out,
  };
};

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** What the archive is, and what is left out of it and why. */
function manifestOf(
  { studyId, options, madeAt, rehearsal }: ExportToBuild,
  content: ExportContent,
  files: readonly NamedFile[],
  run_files: RunFilesTold,
) {
  const withheld_columns = withheldColumns([content.data, content.events]);
  return {
    format: 1,
    study: studyId,
    // Simulated participants: no person's data.
    ...(rehearsal && { rehearsal: { _id: rehearsal.id, mode: rehearsal.mode } }),
    made_on: dayOf(madeAt),
    options: {
      format: options.format,
      for_spreadsheets: options.for_spreadsheets,
      unfinished: options.unfinished,
    },
    sessions: content.sessions.map(({ id, privacy_level, version_id, version_sha256 }) => ({
      session: id,
      privacy_level,
      version: version_id && { _id: version_id, sha256: version_sha256 },
    })),
    imported: content.imported && {
      sources: content.imported.sources,
      sessions: content.imported.sessions.map(({ session, privacy_level, version_sha256 }) => ({
        session,
        privacy_level,
        version_sha256,
      })),
    },
    counts: content.counts,
    left_out: content.left_out,
    withheld_values: content.withheld + withheldBefore(content),
    ...(withheldBefore(content) > 0 && { withheld_before_import: withheldBefore(content) }),
    ...(withheld_columns.length > 0 && { withheld_columns }),
    repeated_rows: content.repeated,
    run_files,
    outside: content.outside.tables.map(({ name, file, rowCount, participants, left_out }) =>
      notOfTables.has(options.format)
        ? { file, included: false }
        : { table: name, file, included: true, rows: rowCount, participants, left_out },
    ),
    files,
  };
}
