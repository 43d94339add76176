import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import { reply } from '../../platform/http/handles';

/** What the two steps of a bonus end with. */
export type PaidOrShown = { readonly paid: Bonus } | { readonly shown: BonusPreview };

export const paidOrShown = (of: PaidOrShown) =>
  'paid' in of ? reply(201, of.paid) : reply(200, of.shown);
