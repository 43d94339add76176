import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';
import { resourcesLimits } from '../resources/limits';
import { studyFilesLimits } from './limits';
import { StudyVersion } from './study-files';
import { isStudyPath } from './study-path';
import { TimelineFile, TimelineFilePath } from './study-timelines';

/*
 * Copies files of the resources (contracts/resources/files.ts) into a study. The study refers to
 * them by their hash, so no byte is sent or stored again, and later changes of the file do not
 * affect the study. API tokens cannot use these calls, since resources belong to a person and not
 * to a study.
 */

/**
 * A file of the resources; `version` says which of its versions to copy, by default the newest one.
 */
const taken = { file_id: Id, version: z.int().min(1).max(resourcesLimits.versions).optional() };
const paths = (files: readonly { path: string }[]) => new Set(files.map(({ path }) => path)).size;

/**
 * Files for a new version of a study: it also contains the files of the version `base`, except at
 * paths that are given here.
 */
const VersionFromResources = z.strictObject({
  /** With null, the new version contains only the files that are given here. */
  base: Id.nullable(),
  resources: z
    .array(
      z.strictObject({
        path: z
          .string()
          .max(studyFilesLimits.studyFilePath)
          .refine(isStudyPath, { error: 'invalid' }),
        ...taken,
      }),
    )
    .min(1)
    .max(resourcesLimits.taken)
    .refine((files) => paths(files) === files.length, { error: 'named_twice' }),
});

export const copyResourcesToVersion = endpoint('POST', '/api/studies/{id}/resources/', {
  summary: 'A version of files of the resources beside those of an earlier version',
  access: { ...signedIn, policy: 'study_version.change' },
  params: IdParams,
  body: VersionFromResources,
  replies: { 201: StudyVersion, 200: StudyVersion },
  errors: [
    'forbidden',
    'study_archived',
    'not_found',
    'still_checked',
    'infected',
    'archive_refused',
    'too_many_versions',
    'storage_full',
    'unavailable',
  ],
});
export const copyResourcesToTimeline = endpoint('POST', '/api/studies/{id}/timeline/resources/', {
  summary:
    "Put files of the resources beside the builder's draft, in the place of those of the same path",
  access: { ...signedIn, policy: 'study_version.change' },
  params: IdParams,
  body: z.strictObject({
    resources: z
      .array(z.strictObject({ path: TimelineFilePath, ...taken }))
      .min(1)
      .max(resourcesLimits.taken)
      .refine((files) => paths(files) === files.length, { error: 'named_twice' }),
  }),
  replies: { 201: z.object({ items: z.array(TimelineFile) }).meta({ id: 'TimelineFiles' }) },
  errors: [
    'forbidden',
    'study_archived',
    'not_found',
    'still_checked',
    'infected',
    'timeline_files_full',
    'storage_full',
  ],
});

/** A file of the study that was copied from a resource file that the caller may read. */
export const CopiedResource = z
  .object({
    /**
     * The place of the copy: the draft of the timeline builder, or a version of the study's files.
     * `version` is the version that the study uses or, if the study uses none, the newest one.
     */
    place: z.enum(['draft', 'version']),
    path: z.string(),
    file_id: Id,
    name: z.string(),
    /** The version of the file that the study contains, and the file's newest version. */
    version: z.int(),
    newest: z.int(),
    /** Whether the newest version has a different content. */
    changed: z.boolean(),
  })
  .meta({ id: 'TakenResource' });
export type CopiedResource = z.output<typeof CopiedResource>;

export const listCopiedResources = endpoint('GET', '/api/studies/{id}/resources/', {
  summary:
    'Which files of a study were taken from resources, and which of these have changed since',
  access: { ...signedIn, policy: 'study_version.see' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(CopiedResource) }).meta({ id: 'TakenResources' }) },
  errors: ['forbidden'],
});
