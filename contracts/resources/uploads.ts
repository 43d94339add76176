import { z } from 'zod';
import { studyBuildersOnly } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, Instant, Sha256 } from '../base/fields';
import type { DocumentedOperation } from '../base/non-json-operations';
import { resourcesLimits } from './limits';
import { pathSegments } from './resource-name.rule';

/*
 * Uploads in pieces, as for recordings of runs (docs/decisions/record-log.md). The client creates
 * an upload, asks with HEAD how many bytes are stored, and sends the next piece with PATCH. With
 * the last piece, the server checks the hash. The storage is reserved when the upload is created.
 */

export const Upload = z
  .object({
    _id: Id,
    folder_id: Id,
    name: z.string(),
    bytes: z.int(),
    stored_bytes: z.int(),
    sha256: Sha256,
    complete: z.boolean(),
    /** The id of the file that the upload became; null until all bytes are stored. */
    file_id: Id.nullable(),
    expires_at: Instant,
  })
  .meta({ id: 'Upload' });
export type Upload = z.output<typeof Upload>;

export const createUpload = endpoint('POST', '/api/uploads/', {
  summary:
    'Begin an upload, or go on with the one of the same file; it is complete at once where the caller may read these bytes already',
  access: studyBuildersOnly,
  body: z.strictObject({
    folder_id: Id,
    /**
     * The name of the file, or a path that ends with it; the server creates folders that do not
     * exist.
     */
    path: z
      .string()
      .min(1)
      .max(resourcesLimits.path)
      .refine((path) => pathSegments(path) !== undefined, { error: 'invalid_file_name' }),
    bytes: z.int().min(1).max(resourcesLimits.fileBytes),
    sha256: Sha256,
    /**
     * With `true`, the upload becomes a new version of an existing file at this path; without it,
     * an upload to such a path is refused.
     */
    replace: z.boolean().optional(),
  }),
  replies: { 201: Upload, 200: Upload },
  errors: [
    'forbidden',
    'not_found',
    'path_taken',
    'quota_exceeded',
    'too_many_resources',
    'too_many_file_versions',
  ],
});
export const listUploads = endpoint('GET', '/api/uploads/', {
  summary: "The caller's uploads that are not complete, the oldest first",
  access: studyBuildersOnly,
  replies: { 200: z.object({ items: z.array(Upload) }) },
  errors: ['forbidden'],
});
export const deleteUpload = endpoint('DELETE', '/api/uploads/{id}/', {
  summary: 'Give up an upload and the room that it reserves',
  access: { ...studyBuildersOnly, policy: 'upload.own' },
  params: z.strictObject({ id: Id }),
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});

const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
];
const integer = { type: 'integer', minimum: 0 };
const json = { 'application/json': { schema: { $ref: '#/components/schemas/Upload' } } };

/** A `HEAD` request is answered with the headers only. */
export const readUpload: DocumentedOperation = {
  method: 'get',
  path: '/api/uploads/{id}/',
  summary: 'How much of an own upload is stored',
  access: { ...studyBuildersOnly, policy: 'upload.own' },
  parameters,
  replies: {
    200: {
      description: 'The upload',
      headers: {
        'Upload-Offset': { description: 'How many bytes are stored', schema: integer },
        'Upload-Complete': {
          description: '`?1` once all are, and have the hash',
          schema: { type: 'string' },
        },
      },
      content: json,
    },
  },
  errors: ['not_found', 'unauthenticated', 'forbidden'],
};

/**
 * Appends the next piece of a file to an upload.
 * - A piece that is already stored is acknowledged. Any other offset than that of the next piece is
 *   refused with `wrong_offset` and `stored_bytes`.
 * - An empty piece repeats the check of the complete file.
 * - `checksum_mismatch`: all pieces are discarded, and the upload starts again at 0.
 * - `unsupported_media_type`: the upload was deleted; `reasons` says why (file-types.ts).
 */
export const sendUploadPiece: DocumentedOperation = {
  method: 'patch',
  path: '/api/uploads/{id}/',
  summary: 'Store the next piece of an upload',
  access: { ...studyBuildersOnly, policy: 'upload.own' },
  bodyBytes: resourcesLimits.pieceBytes,
  parameters: [
    ...parameters,
    { name: 'Upload-Offset', in: 'header', required: true, schema: integer },
  ],
  requestBody: {
    required: true,
    content: { 'application/partial-upload': { schema: { type: 'string', format: 'binary' } } },
  },
  replies: { 200: { description: 'How much is stored', content: json } },
  errors: [
    'not_found',
    'validation_failed',
    'unauthenticated',
    'forbidden',
    'wrong_offset',
    'checksum_mismatch',
    'unsupported_media_type',
    'path_taken',
    'too_large',
    'too_many_resources',
    'too_many_file_versions',
    'unavailable',
  ],
};
