import { z } from 'zod';
import { anyone, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, Sha256 } from '../base/fields';
import { studyFilesLimits } from './limits';
import type { DocumentedOperation } from '../base/non-json-operations';
import { isStudyPath } from './study-path';
import { timelineLimits } from '../timeline/limits';
import { Timeline, timelineLanguages } from '../timeline/timeline';
import { TimelineFault } from '../timeline/timeline-faults';

/*
 * The draft of a study in the timeline builder, and its files. `POST /api/studies/{id}/versions/`
 * with `{ timeline }` makes a version of it (study-files.ts).
 */

/** The builder's templates, in the order in which its page shows them. */
export const timelineTemplates = [
  'stroop',
  'n_back',
  'flanker',
  'go_no_go',
  'audio_discrimination',
  'questionnaire',
] as const;
export type TimelineTemplate = (typeof timelineTemplates)[number];

/** The most files of a draft, and their total bytes. */
export const timelineFileLimits = { files: 2_000, bytes: 150_000_000 } as const;

export const TimelineFile = z
  .strictObject({
    /**
     * The path by which the timeline names the file: `{ "$file": path }`. In a version of the
     * study, the file is in the folder `files/`.
     */
    path: z.string(),
    bytes: z.int(),
    mime: z.string(),
    sha256: Sha256,
    /** A signed address of the file's bytes, valid for an hour, to show pictures in the page. */
    url: z.string(),
  })
  .meta({ id: 'TimelineFile' });
export type TimelineFile = z.output<typeof TimelineFile>;

export const TimelineDraft = z
  .strictObject({
    /** Incremented with each change; 0 while nothing has been saved. */
    version: z.int(),
    /** The draft; null while nothing has been saved. */
    timeline: Timeline.nullable(),
    saved_at: Instant.nullable(),
    faults: z.array(TimelineFault),
    files: z.array(TimelineFile),
    /**
     * The newest version of the study's files that has the content of the present draft; else null.
     */
    published_version: Id.nullable(),
  })
  .meta({ id: 'TimelineDraft' });
export type TimelineDraft = z.output<typeof TimelineDraft>;

export const SavedTimeline = z
  .strictObject({
    version: z.int(),
    saved_at: Instant,
    faults: z.array(TimelineFault),
  })
  .meta({ id: 'SavedTimeline' });
export type SavedTimeline = z.output<typeof SavedTimeline>;

export const TimelineFilePath = z
  .string()
  .max(studyFilesLimits.studyFilePath - 'files/'.length)
  .refine(isStudyPath, { error: 'invalid' })
  .meta({ examples: ['sounds/high.wav', 'face.png'] });

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

export const readTimeline = endpoint('GET', '/api/studies/{id}/timeline/', {
  summary: "The builder's draft of a study, what is wrong in it, and the files beside it",
  access: see,
  params: IdParams,
  replies: { 200: TimelineDraft },
  errors: ['forbidden'],
});
export const saveTimeline = endpoint('PUT', '/api/studies/{id}/timeline/', {
  summary: "Save the builder's draft, with faults or without",
  access: edit,
  params: IdParams,
  body: z.strictObject({
    /** The version on which the change is based; if another version is stored, nothing is saved. */
    version: z.int().min(0),
    timeline: Timeline,
  }),
  bodyBytes: timelineLimits.timelineBytes,
  replies: { 200: SavedTimeline },
  errors: ['forbidden', 'study_archived', 'timeline_changed'],
});
export const startFromTemplate = endpoint('POST', '/api/studies/{id}/timeline/template/', {
  summary: 'A template in place of the draft, with its files beside those that are there',
  access: edit,
  params: IdParams,
  body: z.strictObject({
    version: z.int().min(0),
    template: z.enum(timelineTemplates),
    language: z.enum(timelineLanguages),
  }),
  replies: { 200: TimelineDraft },
  errors: [
    'forbidden',
    'study_archived',
    'timeline_changed',
    'timeline_files_full',
    'storage_full',
  ],
});
/** Adds a file to the draft; a file with the same path is replaced. */
export const addTimelineFile = endpoint('POST', '/api/studies/{id}/timeline/files/', {
  summary: 'A picture, a sound or another file for the draft (multipart)',
  access: edit,
  params: IdParams,
  query: z.object({ path: TimelineFilePath }),
  file: { type: 'application/octet-stream', maxBytes: studyFilesLimits.studyFileBytes },
  replies: { 201: TimelineFile },
  errors: ['forbidden', 'study_archived', 'timeline_files_full', 'storage_full'],
});
export const deleteTimelineFile = endpoint('DELETE', '/api/studies/{id}/timeline/files/', {
  summary: 'Take a file away from the draft; versions keep theirs',
  access: edit,
  params: IdParams,
  query: z.object({ path: TimelineFilePath }),
  replies: { 204: null },
  errors: ['forbidden', 'study_archived'],
});
/**
 * Creates an address for a preview beside the editor, in `<iframe src={url} allow="fullscreen;
 * autoplay">`. The frame sends `{ commonlab: 'preview', type: 'ready' }` to its parent window, and
 * then runs each `PreviewRequest` that the parent posts to it, from the start (see
 * timeline-preview.ts). The preview has all plugins, and the files that the draft has now; after a
 * change of these files, request another address.
 */
export const previewTimeline = endpoint('POST', '/api/studies/{id}/timeline/preview/', {
  summary: 'An address at which timelines are tried with the files of the draft',
  access: { ...see, token: edit.token },
  params: IdParams,
  replies: { 201: z.strictObject({ url: z.string(), expires_at: Instant }) },
  errors: ['forbidden'],
});

const VersionParams = z.strictObject({ id: Id, version: Id });
export const readVersionTimeline = endpoint(
  'GET',
  '/api/studies/{id}/versions/{version}/timeline/',
  {
    summary: 'The timeline that a version was made of; not found for other versions',
    access: see,
    params: VersionParams,
    replies: { 200: z.strictObject({ timeline: Timeline }) },
    errors: ['forbidden'],
  },
);
export const createVersionArchiveLink = endpoint(
  'POST',
  '/api/studies/{id}/versions/{version}/archive/',
  {
    summary:
      'A signed address of all files of a version, valid for an hour: a ZIP, or an archive for JATOS',
    access: { ...see, token: edit.token },
    params: VersionParams,
    /**
     * `jzip`: an archive that JATOS can import. It adds one of our scripts to studies that were not
     * made for JATOS.
     */
    query: z.object({ format: z.enum(['zip', 'jzip']).default('zip') }),
    replies: { 201: z.strictObject({ url: z.string() }) },
    errors: [
      'forbidden',
      'no_jatos_archive',
      'psychojs_not_for_jatos',
      'jatos_description_refused',
    ],
  },
);

/** The archive of a version; the signed address alone is the permission to download it. */
export const studyVersionArchive: DocumentedOperation = {
  method: 'get',
  path: '/api/study-versions/{id}/archive/',
  summary:
    'All files of a version as a ZIP, by the signed `url` of it, as long as whoever asked has a role in its study',
  access: anyone,
  streamed: true,
  errors: [
    'not_found',
    'no_jatos_archive',
    'psychojs_not_for_jatos',
    'jatos_description_refused',
    'too_many_requests',
  ],
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'format', in: 'query', schema: { type: 'string', enum: ['zip', 'jzip'] } },
    { name: 'reader', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'expires', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'signature', in: 'query', required: true, schema: { type: 'string' } },
  ],
  replies: {
    200: {
      description: 'The archive',
      content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
    },
  },
};
