import { z } from 'zod';
import { studyBuildersOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams } from '../base/fields';
import { batchSessionLimits } from './batch-session-limits';
import { isNestedDeeperThan, patchFaults } from './json-patch.rule';
import { RunWriterId } from './runtime';

/*
 * The JATOS "batch session": a document that all participants of a session share while their study
 * runs on this server (docs/decisions/jatos-and-batch-session.md).
 */

const Pointer = z.string().max(2_000);
const Value = z
  .unknown()
  .refine((value) => value !== undefined, { error: 'required' })
  .refine((value) => !isNestedDeeperThan(value, batchSessionLimits.depth), { error: 'invalid' });

/** One operation of a JSON Patch (RFC 6902). */
export const PatchOperation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: Pointer, value: Value }),
  z.strictObject({ op: z.literal('remove'), path: Pointer }),
  z.strictObject({ op: z.enum(['move', 'copy']), from: Pointer, path: Pointer }),
]);

/**
 * The value that the page expects at a place (RFC 6901); without a value, it expects that nothing is there.
 */
export const ExpectedDocumentValue = z.strictObject({
  path: Pointer,
  value: z
    .unknown()
    .refine((value) => !isNestedDeeperThan(value, batchSessionLimits.depth), { error: 'invalid' })
    .optional(),
});

/**
 * What happened to a change. `changed`: nothing was applied, since a value differs from the one
 * that the page expected. All other results except `applied` say why the patch does not fit the
 * current document.
 */
export const batchChangeOutcomes = [
  'applied',
  'changed',
  ...patchFaults,
  'too_large',
  'too_deep',
] as const;
export type BatchChangeOutcome = (typeof batchChangeOutcomes)[number];

export const BatchDocument = z
  .object({
    /** How often the document has changed. */
    version: z.int(),
    /** The document; absent where the caller already has this version. */
    document: z.json().optional(),
  })
  .meta({ id: 'BatchDocument' });
export type BatchDocument = z.output<typeof BatchDocument>;

export const readBatchDocument = endpoint('GET', '/api/participations/{id}/batch-session/', {
  summary: 'The document that the participants of the session share',
  access: { ...signedIn, policy: 'participation.run' },
  params: IdParams,
  query: z.object({
    /**
     * The version of the document that the caller has; the answer then omits an unchanged document.
     */
    after: z.coerce.number().int().min(0).optional(),
  }),
  replies: { 200: BatchDocument },
  errors: ['not_found', 'run_ended'],
});

/**
 * Applies a patch to the current document, completely or not at all; patches are applied one after
 * the other. A change with the same `change_id` as the last change of the run is acknowledged and
 * not applied again.
 */
export const changeBatchDocument = endpoint('POST', '/api/participations/{id}/batch-session/', {
  summary: 'Changes the document that the participants of the session share',
  access: { ...signedIn, policy: 'participation.run' },
  params: IdParams,
  bodyBytes: batchSessionLimits.requestBytes,
  body: z.strictObject({
    run_id: Id,
    writer: RunWriterId,
    change_id: Id,
    patch: z.array(PatchOperation).min(1).max(batchSessionLimits.operations),
    expects: z.array(ExpectedDocumentValue).max(batchSessionLimits.expectations),
  }),
  replies: {
    200: z
      .object({
        outcome: z.enum(batchChangeOutcomes),
        version: z.int(),
        /** The document after the call, also if the change was not applied. */
        document: z.json(),
      })
      .meta({ id: 'BatchChange' }),
  },
  errors: ['not_found', 'run_ended', 'taken_over', 'too_many_requests', 'unavailable'],
});

export const SessionBatchDocument = z
  .object({
    /**
     * Whether the document is shown to the researchers. Unless the roster names participants when
     * they start, the document stays hidden until the session is closed and the last day of its
     * runs is over. A change of the document would reveal when a participant was active.
     */
    shown: z.boolean(),
    /** The document; null where it is not shown, and where nothing was shared. */
    document: z.json().nullable(),
    /**
     * How many clock times and addresses were removed from the document, because the session hides
     * exact times.
     */
    withheld: z.int(),
  })
  .meta({ id: 'SessionBatch' });
export type SessionBatchDocument = z.output<typeof SessionBatchDocument>;

export const readSessionBatchDocument = endpoint('GET', '/api/sessions/{id}/batch-session/', {
  summary: 'What the participants of a session shared with each other, as a whole',
  access: { ...studyBuildersOnly, policy: 'session.manage' },
  params: IdParams,
  replies: { 200: SessionBatchDocument },
  errors: ['forbidden'],
});
