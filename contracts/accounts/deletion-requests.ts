import { z } from 'zod';
import { researchersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Instant } from '../base/fields';

/**
 * The request of a researcher to delete the account. An administrator orders the deletion
 * (docs/specification.md, 6), since studies and participants depend on the researcher's account.
 * `requested_at` is null without a request.
 */
export const DeletionRequest = z
  .object({ requested_at: Instant.nullable() })
  .meta({ id: 'DeletionRequest' });

export const readDeletionRequest = endpoint('GET', '/api/deletion-requests/own/', {
  summary: 'Whether a researcher has asked for the deletion of the own account',
  access: researchersOnly,
  replies: { 200: DeletionRequest },
  errors: ['forbidden'],
});
/**
 * If the account already has an open request, the call changes nothing and returns the time of that
 * request.
 */
export const askForDeletion = endpoint('POST', '/api/deletion-requests/', {
  summary: 'Ask the administrators for the deletion of the own account, as a researcher',
  access: researchersOnly,
  replies: { 201: DeletionRequest },
  errors: ['forbidden', 'email_not_verified'],
});
export const takeBackDeletionRequest = endpoint('DELETE', '/api/deletion-requests/own/', {
  summary: 'Take the request back, as long as no administrator has acted on it',
  access: researchersOnly,
  replies: { 204: null },
  errors: ['forbidden'],
});
