import { z } from 'zod';
import { studyBuildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { IdParams, Sha256 } from '../base/fields';
import { runtimeLimits } from './limits';
import type { DocumentedOperation } from '../base/non-json-operations';

/*
 * Files of a run, such as recordings (docs/decisions/record-log.md). A record of the kind `file`
 * announces a file; its bytes follow in pieces. A run cannot finish before all of its files are
 * complete.
 */

/**
 * The data of a record of the kind `file`. If a run announces the same file several times, only the
 * first record counts.
 */
export const FileRecord = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Surrogate}]+$/u),
  type: z.string().regex(/^[\x20-\x7e]{0,100}$/),
  bytes: z.int().min(1).max(runtimeLimits.runFileBytes),
  sha256: Sha256,
});
export type FileRecord = z.output<typeof FileRecord>;

/**
 * The states of a file of a run. `due`: announced, and not complete yet. `given_up`: its bytes are
 * lost, and a record of the kind `lost` says so.
 */
export const runFileStates = ['due', 'whole', 'given_up'] as const;

export const RunFile = z
  .object({
    sha256: Sha256,
    name: z.string(),
    type: z.string(),
    bytes: z.int(),
    /** How many bytes of the file are stored. */
    stored: z.int(),
    state: z.enum(runFileStates),
    /**
     * In an anonymous session: whether the file's bytes might contain a clock time. Such a file
     * cannot be downloaded.
     */
    withheld: z.boolean(),
  })
  .meta({ id: 'RunFile' });
export type RunFile = z.output<typeof RunFile>;

export const listRunFiles = endpoint('GET', '/api/runs/{id}/files/', {
  summary: 'The files of a run that the list of its session has',
  access: { ...studyBuildersOnly, policy: 'run.read' },
  params: IdParams,
  replies: { 200: z.object({ items: z.array(RunFile) }).meta({ id: 'RunFiles' }) },
  errors: ['not_found', 'forbidden'],
});

const inPath = (name: string, schema: Record<string, unknown>) => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const parameters = [
  inPath('id', { type: 'string', format: 'uuid' }),
  inPath('sha256', { type: 'string', pattern: '^[0-9a-f]{64}$' }),
];
const integer = { type: 'integer', minimum: 0 };
const access = { ...signedIn, policy: 'participation.run' } as const;

/**
 * `GET` returns the file once it is complete. `HEAD` returns how many bytes are stored; it also
 * works before the file is complete.
 */
export const participantRunFile: DocumentedOperation = {
  method: 'get',
  path: '/api/participations/{id}/recordings/{sha256}/',
  summary: 'An own file of the present run; HEAD tells how much of it is stored',
  access,
  streamed: true,
  parameters,
  replies: {
    200: {
      description: 'The file',
      headers: {
        'Upload-Offset': { description: 'How many bytes are stored', schema: integer },
        'Upload-Complete': {
          description: '`?1` once all are, and have the hash',
          schema: { type: 'string' },
        },
      },
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  errors: ['not_found', 'data_incomplete', 'unauthenticated'],
};

/**
 * Appends the next piece of a file.
 * - A repetition of the last piece is acknowledged. Any other offset than that of the next piece is
 *   refused with `wrong_offset` and `stored_bytes`.
 * - An empty piece repeats the check of the complete file.
 * - `wrong_hash`: all pieces are discarded.
 */
export const sendRunFilePiece: DocumentedOperation = {
  method: 'patch',
  path: '/api/participations/{id}/recordings/{sha256}/',
  summary: 'Stores the next piece of a file that a record of the run announces',
  access,
  bodyBytes: runtimeLimits.runFilePiece,
  parameters: [
    ...parameters,
    { name: 'Upload-Offset', in: 'header', required: true, schema: integer },
  ],
  requestBody: {
    required: true,
    content: { 'application/partial-upload': { schema: { type: 'string', format: 'binary' } } },
  },
  replies: {
    200: {
      description: 'How much is stored, and whether that is the whole file',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['stored_bytes', 'complete'],
            properties: { stored_bytes: integer, complete: { type: 'boolean' } },
          },
        },
      },
    },
  },
  errors: [
    'not_found',
    'validation_failed',
    'unauthenticated',
    'run_ended',
    'wrong_offset',
    'wrong_hash',
    'too_large',
    'unavailable',
  ],
};

export const researcherRunFile: DocumentedOperation = {
  method: 'get',
  path: '/api/runs/{id}/files/{sha256}/',
  summary: 'A file of a run that the list of its session has',
  access: { ...studyBuildersOnly, policy: 'run.read' },
  streamed: true,
  parameters,
  replies: {
    200: {
      description: 'The file, to be saved',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  errors: ['not_found', 'unauthenticated', 'forbidden'],
};
