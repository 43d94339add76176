import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';
import { resourcesLimits } from '../resources/limits';
import { Consent, ConsentBaseQuery } from './consents';

/**
 * Publishes a PDF that the researcher's resources already contain as the consent form, so that
 * nothing is uploaded. Otherwise like `publishConsent`.
 */
export const publishConsentFromFile = endpoint('PUT', '/api/studies/{id}/consent/file/', {
  summary: 'A new version of the consent form from a PDF of the resources',
  access: { ...signedIn, policy: 'study.edit' },
  params: IdParams,
  query: ConsentBaseQuery,
  body: z.strictObject({
    file_id: Id,
    /** The version of the file to publish; by default the newest one. */
    version: z.int().min(1).max(resourcesLimits.versions).optional(),
  }),
  replies: { 200: Consent },
  errors: [
    'forbidden',
    'not_found',
    'study_archived',
    'sandbox_only',
    'other_consent_in_force',
    'unsupported_media_type',
    'too_large',
    'still_checked',
    'infected',
  ],
});
