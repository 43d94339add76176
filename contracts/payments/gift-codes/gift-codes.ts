import { z } from 'zod';
import { researchersOnly } from '../../base/access';
import { endpoint } from '../../base/endpoint';
import { paymentsLimits } from '../limits';

/** The columns of a file of gift codes; the last two may be missing. */
export const giftCodeColumns = ['brand', 'amount', 'currency', 'code', 'pin', 'expires'] as const;
export type GiftCodeColumn = (typeof giftCodeColumns)[number];

/** Gift codes of one brand, amount, currency and expiry. */
export const GiftCodeGroup = z
  .object({
    brand: z.string(),
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    /** The last day on which the codes are worth something. */
    expires: z.iso.date().nullable(),
    /** Codes that can be handed out; those that were handed out today (UTC) count here until tomorrow. */
    left: z.int(),
    /** Codes that were handed out before today (UTC). */
    handed_out: z.int(),
    /** Codes that expired before they were handed out. */
    expired: z.int(),
    /** Codes of this amount and currency, of all brands together, that stay valid for two weeks at least. */
    lasting: z.int(),
    /** Codes of this amount and currency that participants may still choose. */
    needed: z.int(),
    /** Whether the codes that last are fewer than those that may still be chosen. */
    low: z.boolean(),
  })
  .meta({ id: 'GiftCodeGroup' });
export type GiftCodeGroup = z.output<typeof GiftCodeGroup>;

/** The gift codes of a researcher as they were when the present day (UTC) began, and those added since. */
export const GiftCodeStock = z
  .object({
    items: z.array(GiftCodeGroup),
    next_cursor: z.null(),
    /** How many further groups there are that are not listed. */
    more: z.int(),
  })
  .meta({ id: 'GiftCodeStock' });
export type GiftCodeStock = z.output<typeof GiftCodeStock>;

/** What a file added, and the stock with it. */
export const AddedGiftCodes = GiftCodeStock.extend({
  added: z.array(z.object({ amount: z.int(), currency: z.string(), codes: z.int() })),
}).meta({ id: 'AddedGiftCodes' });
export type AddedGiftCodes = z.output<typeof AddedGiftCodes>;

export const addGiftCodes = endpoint('POST', '/api/gift-codes/', {
  summary: 'Add gift codes from a CSV with the columns brand, amount, currency, code, pin, expires',
  access: researchersOnly,
  idempotencyKey: true,
  file: { type: 'text/csv', maxBytes: paymentsLimits.giftCodeFileBytes },
  replies: { 201: AddedGiftCodes },
  errors: ['forbidden', 'idempotency_conflict'],
});
export const listGiftCodes = endpoint('GET', '/api/gift-codes/', {
  summary: 'The own gift codes, counted by brand, amount, currency and expiry',
  access: researchersOnly,
  replies: { 200: GiftCodeStock },
  errors: ['forbidden'],
});
