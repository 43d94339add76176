import type { Bonus, BonusPreview } from '../../../contracts/payments/bonuses';
import { replyWithStatus } from '../../platform/http/handles';

/** The result of a request to pay a bonus: the paid bonus, or a preview of what it would cost. */
export type BonusOrPreview = { readonly paid: Bonus } | { readonly shown: BonusPreview };

export const replyWithBonusOrPreview = (of: BonusOrPreview) =>
  'paid' in of ? replyWithStatus(201, of.paid) : replyWithStatus(200, of.shown);
