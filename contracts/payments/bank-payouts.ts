import { z } from 'zod';
import { administratorsOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, IdParams, Instant, singleLine, Money, PageQuery, pageSchemaOf } from '../base/fields';
import type { DocumentedOperation } from '../base/non-json-operations';
import { paymentsLimits } from './limits';
import { BankAccount } from './payments';

/** The bank account that is remembered for the next payment; the API never returns the complete IBAN. */
export const PayoutMethod = z
  .object({
    account: z
      .object({
        holder: z.string(),
        /** The last four characters of the IBAN. */
        iban_end: z.string(),
        /** ISO 3166-1 alpha-2. */
        country: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'PayoutMethod' });
export type PayoutMethod = z.output<typeof PayoutMethod>;

export const readPayoutMethod = endpoint('GET', '/api/payout-method/', {
  summary: 'The own bank account that is remembered, by its last characters',
  access: signedIn,
  replies: { 200: PayoutMethod },
});
export const savePayoutMethod = endpoint('PUT', '/api/payout-method/', {
  summary: 'Remember the own bank account, in place of the former one',
  access: signedIn,
  body: z.strictObject(BankAccount.shape),
  replies: { 200: PayoutMethod },
  errors: ['invalid_iban'],
});
export const deletePayoutMethod = endpoint('DELETE', '/api/payout-method/', {
  summary: 'Forget the own bank account; payments that are on their way keep it',
  access: signedIn,
  replies: { 204: null },
});

/** The state of a payout in a batch: waiting for the bank, paid, or returned by the bank. */
export const payoutLineStates = ['drawn', 'paid', 'returned'] as const;
export type PayoutLineState = (typeof payoutLineStates)[number];

/** Bank transfers that an administrator orders together. Amounts are minor units. */
export const PayoutBatch = z
  .object({
    _id: Id,
    /** The administrator; null after the account was erased. */
    drawn_by: z
      .object({
        _id: Id,
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
      })
      .nullable(),
    currency: z.string(),
    payments: z.int(),
    total: z.int(),
    states: z.object({ drawn: z.int(), paid: z.int(), returned: z.int() }),
    created_at: Instant,
  })
  .meta({ id: 'PayoutBatch' });
export type PayoutBatch = z.output<typeof PayoutBatch>;

/**
 * One transfer of a batch. The transfers come in random order, and nothing in them identifies a
 * study.
 */
export const PayoutLine = z
  .object({
    _id: Id,
    /**
     * The recipient's bank account. Null once the transfer is paid, and once the account is deleted
     * because neither the recipient nor the payment needs it any more.
     */
    holder: z.string().nullable(),
    iban: z.string().nullable(),
    amount: z.int(),
    state: z.enum(payoutLineStates),
    /** Why the bank returned the transfer. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'PayoutLine' });
export type PayoutLine = z.output<typeof PayoutLine>;

export const PayoutBatchDetails = PayoutBatch.extend({ lines: z.array(PayoutLine) }).meta({
  id: 'ShownPayoutBatch',
});
export type PayoutBatchDetails = z.output<typeof PayoutBatchDetails>;

/** What the next batch will contain in one currency: how many payouts, and their total. */
export const WaitingPayouts = z.object({
  currency: z.string(),
  payments: z.int(),
  total: z.int(),
});
export type WaitingPayouts = z.output<typeof WaitingPayouts>;

export const PayoutBatches = pageSchemaOf(PayoutBatch)
  .extend({ waiting: z.array(WaitingPayouts) })
  .meta({ id: 'PayoutBatches' });
export type PayoutBatches = z.output<typeof PayoutBatches>;

const SettledLine = z.discriminatedUnion('state', [
  z.strictObject({ id: Id, state: z.literal('paid') }),
  z.strictObject({
    id: Id,
    state: z.literal('returned'),
    reason: singleLine(paymentsLimits.reason).optional(),
  }),
]);

export const PayoutSettlement = z.union([
  z.strictObject({
    lines: z
      .array(SettledLine)
      .min(1)
      .max(paymentsLimits.payoutsPerBatch)
      .refine((lines) => new Set(lines.map(({ id }) => id)).size === lines.length, {
        error: 'named_twice',
      }),
  }),
  /** Marks as paid all transfers of the batch that are not yet marked as paid or returned. */
  z.strictObject({ all: z.literal('paid') }),
]);
export type PayoutSettlement = z.output<typeof PayoutSettlement>;

export const listPayoutBatches = endpoint('GET', '/api/payout-batches/', {
  summary: 'What waits to be transferred, and the batches, newest first',
  access: administratorsOnly,
  query: z.object(PageQuery),
  replies: { 200: PayoutBatches },
  errors: ['forbidden', 'second_factor_missing'],
});
export const createPayoutBatch = endpoint('POST', '/api/payout-batches/', {
  summary: 'Draw what waits in one currency as a batch',
  access: administratorsOnly,
  idempotencyKey: true,
  body: z.strictObject({ currency: Money.shape.currency }),
  replies: { 201: PayoutBatch },
  errors: ['forbidden', 'second_factor_missing', 'nothing_to_pay', 'idempotency_conflict'],
});
export const readPayoutBatch = endpoint('GET', '/api/payout-batches/{id}/', {
  summary: 'The lines of a batch with their accounts; the audit log has each showing',
  access: administratorsOnly,
  params: IdParams,
  replies: { 200: PayoutBatchDetails },
  errors: ['forbidden', 'second_factor_missing'],
});
export const settlePayoutBatch = endpoint('PUT', '/api/payout-batches/{id}/', {
  summary: 'Say which transfers were paid and which the bank returned: all of them, or none',
  access: administratorsOnly,
  params: IdParams,
  body: PayoutSettlement,
  bodyBytes: paymentsLimits.settlementBytes,
  replies: { 200: PayoutBatch },
  errors: ['forbidden', 'second_factor_missing', 'already_decided'],
});

export const payoutFileFormats = ['csv', 'pain.001'] as const;
export const PayoutFileFormat = z.enum(payoutFileFormats);
export type PayoutFileFormat = z.output<typeof PayoutFileFormat>;

const file = { schema: { type: 'string', format: 'binary' } };
export const payoutBatchFile: DocumentedOperation = {
  method: 'get',
  path: '/api/payout-batches/{id}/file/',
  summary: 'The open lines of a batch as a file for the bank; the audit log has each download',
  access: administratorsOnly,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    {
      name: 'format',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: payoutFileFormats, default: 'csv' },
    },
  ],
  replies: {
    200: {
      description: 'The file; pain.001.001.09 for euros within SEPA',
      content: { 'text/csv': file, 'application/xml': file },
    },
  },
  errors: [
    'not_found',
    'unauthenticated',
    'forbidden',
    'second_factor_missing',
    'validation_failed',
    'nothing_to_pay',
    'not_sepa',
    'debtor_missing',
  ],
};
