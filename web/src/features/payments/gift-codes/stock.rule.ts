import type {
  AddedGiftCodes,
  GiftCodeGroup,
} from '../../../../../contracts/payments/gift-codes/gift-codes';
import type { ApiErrorBody } from '../../../../../contracts/base/errors';

export const stockStates = ['enough', 'low', 'used_up', 'expired'] as const;
export type StockState = (typeof stockStates)[number];

/** What a researcher should know about a group of codes at a glance. */
export function stateOf({ left, low, expired }: GiftCodeGroup): StockState {
  if (left > 0) return low ? 'low' : 'enough';
  return expired > 0 ? 'expired' : 'used_up';
}

/** What tells a group from all others. */
export const keyOf = ({ brand, amount, currency, expires }: GiftCodeGroup): string =>
  JSON.stringify([brand, amount, currency, expires]);

export interface FileFault {
  /** From 1; null where no line is to blame. */
  readonly line: number | null;
  /** Its name, or its number from 1; null for the whole line. */
  readonly column: string | number | null;
  readonly text: string;
}

/** The faults of a refused file, by the paths `lines.<line>.<column>`. */
export const faultsOf = (fields: NonNullable<ApiErrorBody['fields']>): FileFault[] =>
  fields.map(({ path, description }) => {
    const [, line, column] = /^lines\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    return {
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : /^\d+$/.test(column) ? Number(column) : column,
      text: description,
    };
  });

/** How many codes a file added. */
export const countOf = (added: AddedGiftCodes['added']): number =>
  added.reduce((sum, { codes }) => sum + codes, 0);
