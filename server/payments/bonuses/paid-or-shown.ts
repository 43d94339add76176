import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import { reply } from '../../platform/http/handles';

/** The result of paying a bonus: paid, or only the preview of its cost. */
export type PaidOrShown = { readonly paid: Bonus } | { readonly shown: BonusPreview };

export const paidOrShown = (of: PaidOrShown) =>
  'paid' in of ? reply(201, of.paid) : reply(200, of.shown);
