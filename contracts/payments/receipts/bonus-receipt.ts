import { z } from 'zod';
import { BonusKind } from '../bonuses';

/** What one participant got from a bonus; the lines are in random order. */
export const BonusReceiptLine = z.object({ participant: z.string().nullable(), amount: z.int() });
export type BonusReceiptLine = z.output<typeof BonusReceiptLine>;
/**
 * A bonus, a top-up or pay by answers as the researcher decided it; pay by answers has no lines.
 * The disbursement log says which of the payments were made.
 */
export const BonusFacts = z.object({
  kind: BonusKind,
  reason: z.string().nullable(),
  decided_on: z.iso.date(),
  currency: z.string(),
  total: z.int(),
  /** What the platform charges in addition to the amounts, in minor units. */
  fees: z.int(),
  /** How many participants are paid; absent where the receipt has a line for each of them. */
  people: z.int().optional(),
  lines: z.array(BonusReceiptLine),
});
