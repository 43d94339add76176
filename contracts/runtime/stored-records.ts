import { z } from 'zod';
import { studyBuildersOnly, signedIn } from '../base/access';
import type { DocumentedOperation } from '../base/non-json-operations';
import { RecordKind } from './runtime';

/*
 * The stored records of a run (contracts/runtime/runtime.ts), read by the participant's browser to continue
 * the run, and by the researchers who may see the run.
 */

/** One line of the response, which is in the format JSON Lines. */
export const StoredRecord = z
  .object({ seq: z.int(), kind: RecordKind, data: z.string() })
  .meta({ id: 'StoredRecord' });
export type StoredRecord = z.output<typeof StoredRecord>;

const inPath = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});
const after = {
  name: 'after',
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 0 },
};
const most = {
  name: 'limit',
  in: 'query',
  required: false,
  schema: { type: 'integer', minimum: 1 },
  description: 'How many records at most; all where it is absent',
};
const lines = {
  200: {
    description: 'A line of JSON for each record (StoredRecord), in their order',
    content: { 'application/x-ndjson': { schema: { type: 'string', format: 'binary' } } },
  },
};

/** The caller's own records, to continue a run after a reload, also in another browser. */
export const participantRunRecords: DocumentedOperation = {
  method: 'get',
  path: '/api/participations/{id}/runs/{run}/records/',
  summary: 'The own records of a run, after the number `after`',
  access: { ...signedIn, policy: 'participation.run' },
  streamed: true,
  parameters: [inPath('id'), inPath('run'), after],
  replies: lines,
  errors: ['not_found', 'validation_failed', 'unauthenticated', 'run_ended'],
};
const ofRun = { scope: 'export', study: 'run', uncounted: true } as const;
export const researcherRunRecords: DocumentedOperation = {
  method: 'get',
  path: '/api/runs/{id}/records/',
  summary: 'The records of a run that the list of its session has',
  access: { ...studyBuildersOnly, policy: 'run.read', token: ofRun },
  streamed: true,
  parameters: [inPath('id'), after, most],
  replies: lines,
  errors: ['not_found', 'validation_failed', 'unauthenticated', 'forbidden'],
};
