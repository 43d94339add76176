import { z } from 'zod';
import { researchersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams } from '../base/fields';
import { Study } from './studies';

/* Changes that a researcher makes to a study in the list of their own studies. */

/** A retry under the same key answers with the study that the first call made. */
export const copyStudy = endpoint('POST', '/api/studies/{id}/copies/', {
  summary: 'Copy a study with its consent form, without its sessions, as a draft of the caller',
  access: { ...researchersOnly, policy: 'study.edit' },
  params: IdParams,
  idempotencyKey: true,
  replies: { 201: Study, 200: Study },
  errors: ['forbidden', 'would_reveal', 'storage_full'],
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
