import { z } from 'zod';
import { buildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Flag, Id, IdParams } from '../base/fields';
import { Study } from './studies';

/* Changes that a researcher makes to a study in the list of their own studies. */

/**
 * `template`: a copy of a template, for the classroom in which the caller builds; the copy records its template.
 * Without it, a copy of a study in which the caller has a role; that of a class study is one of the same class.
 * A retry under the same key answers with the study that the first call made.
 */
export const copyStudy = endpoint('POST', '/api/studies/{id}/copies/', {
  summary: 'Copy a study with its consent form, without its sessions, as a draft of the caller',
  access: { ...buildersOnly, policy: 'study.copy' },
  params: IdParams,
  query: z.object({ template: Flag.optional(), classroom: Id.optional() }),
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

/** `true` is what `DELETE /api/studies/{id}/` does, too. */
export const ArchivedState = z
  .strictObject({ archived: z.boolean() })
  .meta({ id: 'ArchivedState' });
export const setArchived = endpoint('PUT', '/api/studies/{id}/archived/', {
  summary: 'Archive a study, or bring it back',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  body: ArchivedState,
  replies: { 200: Study },
  errors: ['forbidden', 'study_recruiting', 'would_reveal'],
});
