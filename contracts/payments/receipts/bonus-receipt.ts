import { z } from 'zod';
import { BonusKind } from '../bonuses';

/** What one participant got by a bonus; the lines are in an order of chance. */
export const BonusReceiptLine = z.object({ participant: z.string().nullable(), amount: z.int() });
export type BonusReceiptLine = z.output<typeof BonusReceiptLine>;
/**
 * A bonus, a top-up or pay by answers as it was decided; pay by answers has no lines. What
 * became of its payments, the disbursement log states.
 */
export const BonusFacts = z.object({
  kind: BonusKind,
  reason: z.string().nullable(),
  decided_on: z.iso.date(),
  currency: z.string(),
  total: z.int(),
  /** What the platform charges on top. */
  fees: z.int(),
  /** How many participants it pays; absent where there is a line for each. */
  people: z.int().optional(),
  lines: z.array(BonusReceiptLine),
});
