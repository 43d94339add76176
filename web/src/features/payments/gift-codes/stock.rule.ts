import type {
  AddedGiftCodes,
  GiftCodeGroup,
} from '../../../../../contracts/payments/gift-codes/gift-codes';
import type { ApiErrorBody } from '../../../../../contracts/base/errors';

export const stockStates = ['enough', 'low', 'used_up', 'expired'] as const;
export type StockState = (typeof stockStates)[number];

/** Returns whether a group has enough codes, few codes, only expired codes, or no code left. */
export function stockStateOf({ left, low, expired }: GiftCodeGroup): StockState {
  if (left > 0) return low ? 'low' : 'enough';
  return expired > 0 ? 'expired' : 'used_up';
}

/** Makes a key that is different for each group of gift codes. */
export const giftCodeGroupKey = ({ brand, amount, currency, expires }: GiftCodeGroup): string =>
  JSON.stringify([brand, amount, currency, expires]);

export interface GiftCodeFileFault {
  /** The line number, from 1; null if the fault concerns the whole file. */
  readonly line: number | null;
  /** The column's name, or its number from 1; null if the fault concerns the whole line. */
  readonly column: string | number | null;
  readonly text: string;
}

/**
 * Reads the faults of a refused file from the server's error, whose paths have the form
 * `lines.<line>.<column>`.
 */
export const giftCodeFileFaultsOf = (
  fields: NonNullable<ApiErrorBody['fields']>,
): GiftCodeFileFault[] =>
  fields.map(({ path, description }) => {
    const [, line, column] = /^lines\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    return {
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : /^\d+$/.test(column) ? Number(column) : column,
      text: description,
    };
  });

export const giftCodeCountOf = (added: AddedGiftCodes['added']): number =>
  added.reduce((sum, { codes }) => sum + codes, 0);
