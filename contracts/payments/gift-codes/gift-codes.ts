import { z } from 'zod';
import { researchersOnly } from '../../base/access';
import { endpoint } from '../../base/endpoint';
import { paymentsLimits } from '../limits';

/** The columns of a file of gift codes; `pin` and `expires` may be missing. */
export const giftCodeColumns = ['brand', 'amount', 'currency', 'code', 'pin', 'expires'] as const;
export type GiftCodeColumn = (typeof giftCodeColumns)[number];

/** Gift codes of one brand, amount, currency and expiry. */
export const GiftCodeGroup = z
  .object({
    brand: z.string(),
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    /** The last day on which the codes are valid. */
    expires: z.iso.date().nullable(),
    /** Codes that can still be handed out; a code handed out today (UTC) is counted here until tomorrow. */
    left: z.int(),
    /** How many codes were handed out before today (UTC). */
    handed_out: z.int(),
    /** How many codes expired before they were handed out. */
    expired: z.int(),
    /**
     * How many codes of this amount and currency, over all brands, stay valid for at least two
     * weeks.
     */
    lasting: z.int(),
    /**
     * For how many payments of this amount and currency the participant may still choose a gift
     * code.
     */
    needed: z.int(),
    /**
     * Whether there are fewer codes than payments for which the participant may still choose a
     * code. Codes that soon expire do not count.
     */
    low: z.boolean(),
  })
  .meta({ id: 'GiftCodeGroup' });
export type GiftCodeGroup = z.output<typeof GiftCodeGroup>;

/** A researcher's gift codes as of the beginning of the current day (UTC), plus those added since. */
export const GiftCodeStock = z
  .object({
    items: z.array(GiftCodeGroup),
    next_cursor: z.null(),
    /** How many groups of gift codes are left out of this list. */
    more: z.int(),
  })
  .meta({ id: 'GiftCodeStock' });
export type GiftCodeStock = z.output<typeof GiftCodeStock>;

/** Says which codes the server added from a file, and what the stock is after that. */
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
