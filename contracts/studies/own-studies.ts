import { z } from 'zod';
import { studyBuildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { QueryFlag, Id, IdParams } from '../base/fields';
import { Study } from './studies';

/* Changes that a researcher makes to a study in the list of their own studies. */

/**
 * Copies a study. A repeated call with the same idempotency key returns the copy that the first
 * call made.
 * - With `template`: copies a template for the classroom in which the caller builds, and records
 *   which template it was.
 * - Without `template`: copies a study in which the caller has a role. The copy of a class study
 *   belongs to the class of the original.
 */
export const copyStudy = endpoint('POST', '/api/studies/{id}/copies/', {
  summary: 'Copy a study with its consent form, without its sessions, as a draft of the caller',
  access: { ...studyBuildersOnly, policy: 'study.copy' },
  params: IdParams,
  query: z.object({ template: QueryFlag.optional(), classroom: Id.optional() }),
  idempotencyKey: true,
  replies: { 201: Study, 200: Study },
  errors: [
    'forbidden',
    'would_reveal',
    'storage_full',
    'sandbox_only',
    'classroom_closed',
    'too_many_class_studies',
  ],
});

export const archiveStudy = endpoint('DELETE', '/api/studies/{id}/', {
  summary: 'Archive a study',
  access: { ...signedIn, policy: 'study.edit', token: { scope: 'manage', study: 'study' } },
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'study_recruiting'],
});

/** `true` archives the study, like `DELETE /api/studies/{id}/`; `false` brings it back. */
export const ArchivedState = z
  .strictObject({ archived: z.boolean() })
  .meta({ id: 'ArchivedState' });
export const setStudyArchived = endpoint('PUT', '/api/studies/{id}/archived/', {
  summary: 'Archive a study, or bring it back',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  body: ArchivedState,
  replies: { 200: Study },
  errors: ['forbidden', 'study_recruiting', 'would_reveal'],
});
