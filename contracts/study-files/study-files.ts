import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, Sha256 } from '../base/fields';
import { studyFilesLimits } from './limits';
import { recordingDevices } from './hosted-runtime';
import {
  findingCodes,
  findingsNeedingReason,
  severityLevels,
  studyToolKinds,
} from './study-findings';
import { isStudyPath } from './study-path';
import { timelineLimits } from '../timeline/limits';
import { Timeline } from '../timeline/timeline';

export const StudyVersion = z
  .object({
    _id: Id,
    number: z.int(),
    /** The hash of the list of all paths with the hash of each file. */
    sha256: Sha256,
    /** The name of the archive that was uploaded. */
    name: z.string(),
    files: z.int(),
    bytes: z.int(),
    /**
     * The kind of study: the one that the researchers stated (`said_kind`), or else the one in the
     * report. Null while the report is being made and the researchers have stated no kind.
     */
    kind: z.enum(studyToolKinds).nullable(),
    /** The kind that the researchers stated, because the check could not find it; else null. */
    said_kind: z.enum(studyToolKinds).nullable(),
    /**
     * The progress of the automatic check. `stopped`: the check of at least one file was stopped,
     * so nothing is known about that file; the version is checked again automatically.
     */
    check: z.enum(['under_way', 'whole', 'stopped']),
    /** The path of the first page of the study; null if the report found none. */
    entry: z.string().nullable(),
    errors: z.int().nullable(),
    warnings: z.int().nullable(),
    /**
     * Whether the version cannot be deleted, because the study uses it or a session was launched
     * with it.
     */
    in_use: z.boolean(),
    /**
     * Whether a rehearsal of the version stored an answer, or reached the end; deleted rehearsals
     * count too.
     */
    rehearsed: z.boolean(),
    created_at: Instant,
  })
  .meta({ id: 'StudyVersion' });
export type StudyVersion = z.output<typeof StudyVersion>;

export const VersionFinding = z
  .strictObject({
    code: z.enum(findingCodes),
    severity: z.enum(severityLevels),
    file: z.string(),
    /** The line, from 1; null where the finding is about the file as a whole. */
    line: z.int().nullable(),
    /**
     * The address, path, name or code that the check found at this line; null if the code of the
     * finding says enough.
     */
    detail: z.string().nullable(),
  })
  .meta({ id: 'StudyFinding' });
export type VersionFinding = z.output<typeof VersionFinding>;

/** What a version is and does, as far as static analysis of its files shows. */
export const VersionReport = z
  .strictObject({
    kind: z.enum(studyToolKinds),
    /**
     * Libraries that the version contains or loads, each with its version where the report found
     * it.
     */
    libraries: z.array(z.strictObject({ name: z.string(), version: z.string().nullable() })),
    entry: z.string().nullable(),
    /** Every page that could be the first one, the most likely first. */
    entries: z.array(z.string()),
    /** The hosts that the version loads from or sends to; each is written as an origin. */
    hosts: z.array(z.string()),
    needs: z.array(z.enum(recordingDevices)),
    /**
     * Whether the version's pages embed frames, or may do so; absent in reports from before this
     * check existed.
     */
    frames: z.boolean().optional(),
    /**
     * The findings for which the launch of an anonymous session needs reasons; absent in reports from before this
     * check existed.
     */
    asks: z.array(z.enum(findingsNeedingReason)).optional(),
    /**
     * Set where the check of a file was stopped, so that the study may do more than this report
     * says. The version is checked again automatically.
     */
    stopped: z.literal(true).optional(),
    /** Ordered by severity, then by file and line. */
    findings: z.array(VersionFinding),
    /** How many further findings there are that are not listed. */
    more: z.int(),
  })
  .meta({ id: 'VersionReport' });
export type VersionReport = z.output<typeof VersionReport>;

const Bytes = z.int();
const File = z.strictObject({ path: z.string(), bytes: Bytes });
export const VersionDifference = z
  .strictObject({
    added: z.array(File),
    removed: z.array(File),
    changed: z.array(z.strictObject({ path: z.string(), bytes: Bytes, bytes_before: Bytes })),
    same: z.int(),
  })
  .meta({ id: 'VersionDifference' });
export type VersionDifference = z.output<typeof VersionDifference>;

const VersionParams = z.strictObject({ id: Id, version: Id });
const see = {
  ...signedIn,
  policy: 'study_version.see',
  token: { scope: 'read', study: 'study' },
} as const;
const edit = {
  ...signedIn,
  policy: 'study_version.change',
  token: { scope: 'manage', study: 'study' },
} as const;

export const uploadVersion = endpoint('POST', '/api/studies/{id}/versions/', {
  summary:
    "A new version of the study's own files, from a ZIP or a timeline; the same files again are the same",
  access: edit,
  params: IdParams,
  /**
   * A timeline of the builder: the server makes a version of it, with the files of the builder's
   * draft.
   */
  body: z.strictObject({ timeline: Timeline }),
  bodyBytes: timelineLimits.timelineBytes,
  file: { type: 'application/zip', maxBytes: studyFilesLimits.studyArchiveBytes },
  replies: { 201: StudyVersion, 200: StudyVersion },
  errors: [
    'forbidden',
    'study_archived',
    'archive_refused',
    'timeline_invalid',
    'too_many_versions',
    'storage_full',
  ],
});
export const listVersions = endpoint('GET', '/api/studies/{id}/versions/', {
  summary: "The versions of a study's own files, the newest first",
  access: see,
  params: IdParams,
  replies: { 200: z.object({ items: z.array(StudyVersion), next_cursor: z.null() }) },
  errors: ['forbidden'],
  compressed: true,
});
export const deleteVersion = endpoint('DELETE', '/api/studies/{id}/versions/{version}/', {
  summary: 'Delete a version that neither the study nor a launched session uses',
  access: edit,
  params: VersionParams,
  replies: { 204: null },
  errors: ['forbidden', 'version_in_use'],
});
export const readVersionReport = endpoint('GET', '/api/studies/{id}/versions/{version}/report/', {
  summary: 'What a version is and does, by file and line; `report` is null while it is being made',
  access: see,
  params: VersionParams,
  replies: {
    200: z.object({
      report: VersionReport.nullable(),
      /**
       * How many bytes a participant loads before the study begins: its pages and scripts, and the
       * files that are preloaded (hosted-runtime.ts).
       */
      first_bytes: z.int(),
    }),
  },
  errors: ['forbidden'],
});
export const recheckVersion = endpoint('POST', '/api/studies/{id}/versions/{version}/report/', {
  summary: 'Look through a version again; `check` is `under_way` until it is done',
  access: edit,
  params: VersionParams,
  body: z.strictObject({}),
  replies: { 202: StudyVersion },
  errors: ['forbidden'],
});
export const setVersionKind = endpoint('PUT', '/api/studies/{id}/versions/{version}/kind/', {
  summary: 'Say what a version is made with of which a file could not be looked through',
  access: edit,
  params: VersionParams,
  body: z.strictObject({ kind: z.enum(studyToolKinds) }),
  replies: { 200: StudyVersion },
  errors: ['forbidden'],
});
export const readVersionDifference = endpoint(
  'GET',
  '/api/studies/{id}/versions/{version}/difference/',
  {
    summary: 'Which files of a version differ from those of another',
    access: see,
    params: VersionParams,
    query: z.object({ with: Id }),
    replies: { 200: VersionDifference },
    errors: ['forbidden'],
    compressed: true,
  },
);
export const previewVersion = endpoint('POST', '/api/studies/{id}/versions/{version}/preview/', {
  summary: 'An address at which the version runs for some hours; nothing is recorded',
  access: { ...see, token: edit.token },
  params: VersionParams,
  body: z.strictObject({
    /** The page at which the preview starts, if it is not the version's own first page. */
    entry: z
      .string()
      .max(studyFilesLimits.studyFilePath)
      .refine(isStudyPath, { error: 'invalid' })
      .optional(),
  }),
  replies: { 201: z.object({ url: z.string(), expires_at: Instant }) },
  errors: ['forbidden'],
});
