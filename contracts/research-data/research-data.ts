import { z } from 'zod';
import { anyone, studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, pageSchemaOf } from '../base/fields';
import { Language } from '../base/languages';
import { archiveAtSignedUrl, type DocumentedOperation } from '../base/non-json-operations';

export const exportFormats = [
  'csv',
  'json',
  'jsonl',
  'parquet',
  'psych-ds',
  'bids',
  'bundle',
] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.output<typeof ExportFormat>;

/** How many runs an export leaves out, by reason; `withdrawn` is a number of participations. */
export const ExportOmissions = z.object({
  /** Runs that are not finished, or that a later attempt replaced, if the request excluded them. */
  unfinished: z.int(),
  /**
   * How many participants the export leaves out because their last day (UTC) is not over yet: until
   * then, their data would reveal who they are (docs/domain.md, 4).
   */
  day_not_over: z.int(),
  withdrawn: z.int(),
  /** Runs of rejected participations, if the request excluded them. */
  rejected: z.int().optional(),
  /** The number of runs whose records cannot be read. */
  damaged: z.int(),
  /**
   * How many files of externally collected data the export leaves out because its format cannot
   * contain them.
   */
  outside_files: z.int().optional(),
});
export type ExportOmissions = z.output<typeof ExportOmissions>;

/**
 * An export of a study's data.
 * - `state` is `outdated` if the server deleted the file because participants have withdrawn data
 *   that it contains, and `expired` if it deleted the file because of its age.
 * - `failure` is `too_large` if the data do not fit into one file or archive (JSON Lines takes the
 *   least space), and `breaks_standard` if the check of Psych-DS or BIDS found a rule that the
 *   dataset breaks; then the server does not retry the export.
 */
export const StudyExport = z
  .object({
    _id: Id,
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'outdated', 'expired']),
    progress: z.int().min(0).max(100),
    format: ExportFormat,
    for_spreadsheets: z.boolean(),
    unfinished: z.boolean(),
    without_rejected: z.boolean(),
    /**
     * The language of the codebook and of the other texts that explain the data; English where a text has no
     * translation.
     */
    language: Language,
    recordings: z.boolean(),
    size: z.int().nullable(),
    /**
     * The numbers of runs, rows and columns of the export; null until it is ready. For a bundle,
     * `rows` is the number of records.
     */
    runs: z.int().nullable(),
    rows: z.int().nullable(),
    columns: z.int().nullable(),
    /** How many rows of external data, collected elsewhere, the export has. */
    outside_rows: z.int().nullable(),
    left_out: ExportOmissions.nullable(),
    failure: z.enum(['too_large', 'breaks_standard', 'other']).nullable(),
    requested_at: Instant,
    expires_at: Instant,
    /** The address of the file, valid for ten minutes; list the exports again to get a new one. */
    download_url: z.string().nullable(),
  })
  .meta({ id: 'StudyExport' });
export type StudyExport = z.output<typeof StudyExport>;

const access = { ...studyBuildersOnly, policy: 'study_data.export' } as const;

/**
 * Requests an export in one of these kinds of formats:
 * - CSV, JSON, JSON Lines or Parquet: an archive with the tables `data`, `runs` and `events`, a
 *   table `outside/…` for each file of externally collected data, `codebook.json` and
 *   `manifest.json`;
 * - Psych-DS 1.5 or BIDS 1.11: a dataset that the server has checked by the rules of the standard;
 * - a bundle, which another installation can import (contracts/research-data/bundle.ts).
 *
 * The options:
 * - `for_spreadsheets`: escapes CSV cells that a spreadsheet would read as formulas.
 * - `unfinished`: includes runs that did not finish, and earlier attempts.
 * - `without_rejected`: leaves out runs and external rows of rejected participations. It is ignored
 *   for anonymous sessions, whose exports contain no decisions.
 * - `language`: the language of codebook and README. It does not change the names of columns, nor
 *   their values.
 * - `recordings`: the bundle also contains the files that participants' runs recorded, except those
 *   of anonymous sessions. If these files are larger than an import accepts, the call is refused
 *   with `recordings_too_large`.
 */
export const requestStudyExport = endpoint('POST', '/api/studies/{id}/exports/', {
  summary: "Ask for an export of the study's data",
  access: { ...access, token: { scope: 'export', study: 'study', copies: true, uncounted: true } },
  params: IdParams,
  body: z
    .strictObject({
      format: ExportFormat.default('csv'),
      for_spreadsheets: z.boolean().default(false),
      unfinished: z.boolean().default(false),
      without_rejected: z.boolean().default(false),
      /** The language of the export's texts; by default, that of the request. */
      language: Language.optional(),
      recordings: z.boolean().default(false),
    })
    .refine(({ format, for_spreadsheets }) => format === 'csv' || !for_spreadsheets, {
      path: ['for_spreadsheets'],
      error: 'not_possible_now',
    })
    .refine(({ format, recordings }) => format === 'bundle' || !recordings, {
      path: ['recordings'],
      error: 'not_possible_now',
    }),
  replies: { 202: StudyExport },
  errors: ['forbidden', 'export_under_way', 'recordings_too_large'],
});
export const listStudyExports = endpoint('GET', '/api/studies/{id}/exports/', {
  summary: "The exports of the study's data, the newest first",
  access: { ...access, token: { scope: 'export', study: 'study', uncounted: true } },
  params: IdParams,
  replies: { 200: pageSchemaOf(StudyExport) },
  errors: ['forbidden'],
});
/** No token is needed: any client with the signed address, valid for some minutes, may download. */
export const studyExportFile: DocumentedOperation = {
  method: 'get',
  path: '/api/study-exports/{id}/download/',
  summary: "The bytes of an export of a study's data, by the signed `download_url` of it",
  access: anyone,
  errors: ['not_found', 'export_outdated', 'too_many_requests'],
  ...archiveAtSignedUrl,
};

/**
 * The type of the values in a column. The type `json` stands for lists, and for objects that are
 * not split into columns.
 */
export const columnTypes = [
  'integer',
  'number',
  'boolean',
  'string',
  'json',
  'mixed',
  'empty',
] as const;
export type ColumnType = (typeof columnTypes)[number];
