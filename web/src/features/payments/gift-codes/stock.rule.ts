import type {
  AddedGiftCodes,
  GiftCodeGroup,
} from '../../../../../contracts/payments/gift-codes/gift-codes';
import type { ApiErrorBody } from '../../../../../contracts/base/errors';

export const stockStates = ['enough', 'low', 'used_up', 'expired'] as const;
export type StockState = (typeof stockStates)[number];

/** The state that tells a researcher at a glance what to know about a group of codes. */
export function stockStateOf({ left, low, expired }: GiftCodeGroup): StockState {
  if (left > 0) return low ? 'low' : 'enough';
  return expired > 0 ? 'expired' : 'used_up';
}

/** The key that distinguishes a group from all others. */
export const giftCodeGroupKey = ({ brand, amount, currency, expires }: GiftCodeGroup): string =>
  JSON.stringify([brand, amount, currency, expires]);

export interface GiftCodeFileFault {
  /** The line number, from 1; null if the fault is in no line. */
  readonly line: number | null;
  /** The column's name, or its number from 1; null for the whole line. */
  readonly column: string | number | null;
  readonly text: string;
}

/** The faults of a refused file. The server's paths are `lines.<line>.<column>`. */
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

/** How many codes a file added. */
export const giftCodeCountOf = (added: AddedGiftCodes['added']): number =>
  added.reduce((sum, { codes }) => sum + codes, 0);
