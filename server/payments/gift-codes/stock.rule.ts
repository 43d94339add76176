import type { AddedGiftCodes } from '../../../contracts/payments/gift-codes/gift-codes';
import type { UploadedGiftCode } from './gift-code-file.rule';

/** Counts the added codes of each value, sorted by currency and amount. */
export function countAddedGiftCodes(
  codes: readonly Pick<UploadedGiftCode, 'amount' | 'currency'>[],
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

/** A researcher's gift codes of one amount and currency, of all brands. */
export interface GiftCodeSupply {
  /**
   * How many codes can be handed out and stay valid for at least
   * `paymentsLimits.giftCodeNoticeDays`.
   */
  readonly lasting: number;
  /** How many codes of this amount participants may still choose. */
  readonly needed: number;
}

/**
 * Whether the codes are not sufficient. The researcher's page shows that, and one email reports it.
 */
export const isGiftCodeSupplyLow = ({ lasting, needed }: GiftCodeSupply): boolean =>
  lasting < needed;
