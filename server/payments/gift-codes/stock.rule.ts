import type { AddedGiftCodes } from '../../../contracts/payments/gift-codes/gift-codes';
import type { GivenGiftCode } from './gift-code-file.rule';

/** How many codes of which value there are, the currencies in order and the smallest amount first. */
export function addedSums(
  codes: readonly Pick<GivenGiftCode, 'amount' | 'currency'>[],
): AddedGiftCodes['added'] {
  const sums = new Map<string, AddedGiftCodes['added'][number]>();
  for (const { amount, currency } of codes) {
    const before = sums.get(`${currency} ${amount}`)?.codes ?? 0;
    sums.set(`${currency} ${amount}`, { amount, currency, codes: before + 1 });
  }
  return [...sums.values()].sort(
    (a, b) =>
      (a.currency < b.currency ? -1 : a.currency > b.currency ? 1 : 0) || a.amount - b.amount,
  );
}

/** The gift codes of one amount and currency of a researcher, of all brands together. */
export interface GiftCodeSupply {
  /** Codes that can be handed out, and stay valid for `paymentsLimits.giftCodeNoticeDays` at least. */
  readonly lasting: number;
  /** Codes of the amount that participants may still choose. */
  readonly needed: number;
}

/** Whether the codes will not suffice: what the researcher's page calls low, and what an email tells once. */
export const isLow = ({ lasting, needed }: GiftCodeSupply): boolean => lasting < needed;
