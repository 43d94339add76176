import { z } from 'zod';
import { researchersOnly } from '../../base/access';
import { endpoint } from '../../base/endpoint';
import { Id, IdParams } from '../../base/fields';
import { ReceiptNumber } from './receipt-number';

/**
 * A line of a disbursement log with the participant's name; the name is null if the roster does not
 * show it now.
 */
export const DisbursementLogNamesLine = z.object({
  /** UTC. */
  day: z.iso.date(),
  /** The participant's tag on the session's roster, the same as in the log. */
  participant: z.string().nullable(),
  /** Minor units. */
  amount: z.int(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  email: z.string().nullable(),
});
export type DisbursementLogNamesLine = z.output<typeof DisbursementLogNamesLine>;

/**
 * The names that belong to the lines of a disbursement log, as a separate sheet. It is not signed,
 * and may differ from day to day.
 */
export const DisbursementLogNames = z
  .object({
    number: ReceiptNumber,
    /** The session. */
    id: Id,
    currency: z.string(),
    /** The names of the log's participants, in the order of its lines. */
    lines: z.array(DisbursementLogNamesLine),
  })
  .meta({ id: 'LogNames' });
export type DisbursementLogNames = z.output<typeof DisbursementLogNames>;

export const readDisbursementLogNames = endpoint(
  'GET',
  '/api/receipts/disbursement-log/{id}/names/',
  {
    summary:
      'The names beside the lines of a disbursement log, as far as the roster shows them now; each participant can see who opened them',
    access: { ...researchersOnly, policy: 'receipt.names' },
    params: IdParams,
    query: z.object({ number: ReceiptNumber }),
    replies: { 200: DisbursementLogNames },
    errors: ['forbidden', 'researcher_not_approved', 'session_anonymous'],
  },
);
