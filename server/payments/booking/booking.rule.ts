import { transferPostings, type NewPosting } from '../../ledger/entries/entry.rule';

/**
 * The money that a session can still spend, in minor units. Each payment that is booked reduces it.
 */
export interface SessionFunds {
  hold: number;
  /** The amount that the wallet may still spend; Infinity if its balance has no minimum. */
  wallet: number;
}

export interface BookingAccounts {
  readonly hold: string;
  readonly wallet: string;
  readonly payable: string;
  readonly fees: string;
  readonly outside: string;
  /** The ledger account of the gift codes in stock; null if the researcher has none. */
  readonly giftCodes: string | null;
}

/**
 * Makes the postings that book a payment as owed. The money comes from the session's hold (the
 * money reserved for it) and, if that is not enough, from the wallet. The partial pay of a
 * participant who left comes from the wallet first, because the hold is needed for the next
 * participant who takes the seat.
 * @param funds are reduced by what the payment takes
 * @returns null if there is not enough money; `funds` then stay as they are
 */
export function accrualPostings(
  { amount, fee, is_part = false }: { amount: number; fee: number; is_part?: boolean },
  accounts: BookingAccounts,
  funds: SessionFunds,
): NewPosting[] | null {
  const total = amount + fee;
  const [first, second] = is_part ? (['wallet', 'hold'] as const) : (['hold', 'wallet'] as const);
  const taken = { hold: 0, wallet: 0 };
  taken[first] = Math.min(total, Math.max(0, funds[first]));
  taken[second] = total - taken[first];
  if (taken[second] > Math.max(0, funds[second])) return null;
  funds.hold -= taken.hold;
  funds.wallet -= taken.wallet;
  return [
    { accountId: accounts.hold, amount: -taken.hold },
    { accountId: accounts.wallet, amount: -taken.wallet },
    { accountId: accounts.payable, amount },
    { accountId: accounts.fees, amount: fee },
  ].filter((posting) => posting.amount !== 0);
}

/**
 * Makes the postings that book a payment as paid. If the participant gets a gift code, the code's
 * value leaves the researcher's stock. The amount that was owed returns to the wallet, because the
 * researcher has already paid for the code.
 */
export function settlementPostings(
  { amount, method }: { amount: number; method: string | null },
  { payable, outside, wallet, giftCodes }: BookingAccounts,
): NewPosting[] {
  if (method !== 'gift_code') return transferPostings(payable, outside, amount);
  if (giftCodes === null) throw new Error('a gift code was handed out without a stock');
  return [
    ...transferPostings(payable, wallet, amount),
    ...transferPostings(giftCodes, outside, amount),
  ];
}

export const reversalPostings = (postings: readonly NewPosting[]): NewPosting[] =>
  postings.map(({ accountId, amount }) => ({ accountId, amount: -amount }));
