import { z } from 'zod';
import { anyone, researchersOnly, signedIn } from '../../base/access';
import { endpoint } from '../../base/endpoint';
import { Id, PageQuery, pageSchemaOf } from '../../base/fields';
import type { DocumentedOperation } from '../../base/non-json-operations';
import { SessionPayer } from '../../studies/payment-terms';
import { BonusFacts } from './bonus-receipt';
import { BonusKind } from '../bonuses';
import { InvoiceAddress } from './invoice-address';
import { PaymentMethod } from '../payments';
import { ReceiptFile, ReceiptKeys } from './receipt-file';
import { ReceiptNumber, ReceiptType, receiptTypes } from './receipt-number';

/**
 * The time to which a receipt refers. `midnight`: the beginning of its day (UTC), because the
 * session is anonymous.
 */
const Until = z.enum(['now', 'midnight']);

/** A transfer that arrived in a wallet. All receipts state amounts in minor units. */
export const DepositFacts = z.object({
  amount: z.int(),
  currency: z.string(),
  reference: z.string(),
  bank_reference: z.string().nullable(),
  booked_on: z.iso.date(),
});
/** Money that was taken out of a wallet. */
export const RefundFacts = z.object({
  amount: z.int(),
  currency: z.string(),
  reference: z.string().nullable(),
  booked_on: z.iso.date(),
});
/** What a session cost. */
export const SessionFacts = z.object({
  currency: z.string(),
  spots: z.int(),
  /** How many participants have an approved payment that is not paid yet, and the total of these payments. */
  participants_owed: z.int(),
  owed: z.int(),
  participants_paid: z.int(),
  paid: z.int(),
  /** The platform's fees for both the owed and the paid amounts. */
  fees: z.int(),
  /** The amount that is reserved for participants to whom nothing is owed yet. */
  held: z.int(),
  until: Until,
});
/** The hourly pay of the session when the receipt was issued; the amount in minor units. */
const ReceiptHourly = z.object({
  amount: z.int(),
  /** `median`: based on the time of at least five people; `stated`: on the time that the study states. */
  by: z.enum(['median', 'stated']),
  /** The duration on which the rate is based. */
  seconds: z.int(),
});
export type ReceiptHourlyPay = z.output<typeof ReceiptHourly>;
export const PaymentFacts = z.object({
  /** `taken_back`: a payment on an earlier receipt that did not take place after all. */
  outcome: z.enum(['paid', 'taken_back']),
  amount: z.int(),
  currency: z.string(),
  method: PaymentMethod.nullable(),
  confirmed_by: z.enum(['code', 'signature']).nullable(),
  paid_on: z.iso.date().nullable(),
  /** The participant's tag on the roster of the session. */
  participant: z.string().nullable(),
  /** Set for a payment on top of the reward: its kind, and the researchers' reason. */
  kind: BonusKind.optional(),
  reason: z.string().nullable().optional(),
});
/** One payment; the lines are in random order. */
export const DisbursementLine = z.object({
  day: z.iso.date(),
  participant: z.string().nullable(),
  amount: z.int(),
  method: PaymentMethod.nullable(),
  /**
   * A code for the researcher who handed over the cash and confirmed it. A researcher has one code
   * in all logs of a study. Null for other methods.
   */
  handed_over_by: z.string().nullable(),
  confirmed_by: z.enum(['code', 'signature']).nullable(),
});
export type DisbursementLine = z.output<typeof DisbursementLine>;
export const DisbursementLogFacts = z.object({
  currency: z.string(),
  total: z.int(),
  until: Until,
  lines: z.array(DisbursementLine),
});

const head = {
  format: z.literal(1),
  number: ReceiptNumber,
  /** UTC. */
  day: z.iso.date(),
  /** The id of what the receipt is about: a deposit, refund, session, payment or bonus. */
  id: Id,
  installation: z.string(),
  key_version: z.int(),
  /** The number of the receipt that this one voids; null for none. */
  replaces: ReceiptNumber.nullable(),
};
const ofStudy = { study_title: z.string() };
/**
 * The invoice address when the receipt was issued; null where there was none. Receipts from before invoice addresses
 * existed have no such field.
 */
const addressed = { invoice_address: InvoiceAddress.nullable().optional() };

/** The content of a receipt's signed text. */
export const ReceiptBody = z.discriminatedUnion('type', [
  z.object({ ...head, type: z.literal('deposit'), ...addressed, ...DepositFacts.shape }),
  z.object({ ...head, type: z.literal('refund'), ...RefundFacts.shape }),
  z.object({
    ...head,
    type: z.literal('session'),
    ...ofStudy,
    ...addressed,
    ...SessionFacts.shape,
    /**
     * The hourly pay of the session. Null where nothing is paid any more; absent in receipts from
     * before this field existed.
     */
    hourly: ReceiptHourly.nullable().optional(),
  }),
  z.object({
    ...head,
    type: z.literal('participant-payment'),
    ...ofStudy,
    /** The payer as shown to participants; null where the account was deleted. */
    payer: SessionPayer.nullable(),
    ...PaymentFacts.shape,
  }),
  z.object({
    ...head,
    type: z.literal('disbursement-log'),
    ...ofStudy,
    ...DisbursementLogFacts.shape,
  }),
  z.object({ ...head, type: z.literal('bonus'), ...ofStudy, ...BonusFacts.shape }),
]);
export type ReceiptBody = z.output<typeof ReceiptBody>;
export type ReceiptBodyOf<T extends ReceiptType> = Extract<ReceiptBody, { type: T }>;

/** A receipt together with its present state: whether a later receipt voids it. */
export const Receipt = z
  .object({
    file: ReceiptFile.extend({ receipt: z.string() }),
    /** The number of the receipt that voids this one; null while it is valid. */
    voided_by: ReceiptNumber.nullable(),
    /** The code that stands for the reader in a disbursement log; null on other receipts. */
    own_code: z.string().nullable(),
    /** Whether the reader may open the names for the lines of a disbursement log. */
    has_names: z.boolean(),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.output<typeof Receipt>;

export const ReceiptParams = z.strictObject({ type: ReceiptType, id: Id });

export const readReceipt = endpoint('GET', '/api/receipts/{type}/{id}/', {
  summary:
    'The receipt of a deposit, refund, session, bonus or payment: issued when first asked for, and again where the facts have changed',
  access: { ...signedIn, policy: 'receipt.read' },
  params: ReceiptParams,
  query: z.object({
    /** The number of an earlier receipt; by default, the newest receipt is returned. */
    number: ReceiptNumber.optional(),
  }),
  replies: { 200: Receipt },
  errors: ['not_found'],
});

/** The PDF is in the language of the request, like all responses of the API; the receipt itself has no language. */
export const receiptPdf: DocumentedOperation = {
  method: 'get',
  path: '/api/receipts/{type}/{id}/pdf/',
  summary: 'A receipt to print, with its file attached',
  access: { ...signedIn, policy: 'receipt.read' },
  errors: ['not_found'],
  parameters: [
    {
      name: 'type',
      in: 'path',
      required: true,
      schema: { type: 'string', enum: [...receiptTypes] },
    },
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    { name: 'number', in: 'query', required: false, schema: { type: 'string' } },
  ],
  replies: {
    200: {
      description: 'The document, in the language of the request',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  },
};

export const readReceiptKeys = endpoint('GET', '/api/receipts/keys/', {
  summary: 'The public keys that verify receipts, by version',
  access: anyone,
  replies: { 200: ReceiptKeys },
});

/**
 * `unknown`: this installation did not issue the receipt, or does not have its signing key.
 * `changed`: a byte differs. `voided`: the receipt is genuine, but the receipt `voided_by` replaces
 * it.
 */
export const ReceiptVerdict = z
  .object({
    valid: z.boolean(),
    reason: z.enum(['unknown', 'changed', 'voided']).nullable(),
    voided_by: ReceiptNumber.nullable(),
  })
  .meta({ id: 'ReceiptVerdict' });
export type ReceiptVerdict = z.output<typeof ReceiptVerdict>;

export const verifyReceipt = endpoint('POST', '/api/receipts/verification/', {
  summary: 'Whether the file of a receipt is genuine and still counts',
  access: anyone,
  body: ReceiptFile,
  bodyBytes: 5_000_000,
  replies: { 200: ReceiptVerdict },
});

/** Money that was taken out of a wallet of the reader. */
export const Refund = z
  .object({
    _id: Id,
    wallet_id: Id,
    amount: z.int(),
    currency: z.string(),
    reference: z.string().nullable(),
    day: z.iso.date(),
  })
  .meta({ id: 'Refund' });
export type Refund = z.output<typeof Refund>;

export const listRefunds = endpoint('GET', '/api/refunds/', {
  summary: 'What was taken out of the own wallets',
  access: researchersOnly,
  query: z.object(PageQuery),
  replies: { 200: pageSchemaOf(Refund) },
  errors: ['forbidden'],
});
