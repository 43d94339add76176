import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import { reply } from '../../platform/http/handles';

/** The result of a request to pay a bonus: the paid bonus, or a preview of what it would cost. */
export type PaidOrShown = { readonly paid: Bonus } | { readonly shown: BonusPreview };

export const paidOrShown = (of: PaidOrShown) =>
  'paid' in of ? reply(201, of.paid) : reply(200, of.shown);
