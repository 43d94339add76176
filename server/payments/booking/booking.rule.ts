import { transfer, type NewPosting } from '../../ledger/entries/entry.rule';

/** What a session has, in minor units; changed by each payment that is booked. */
export interface Funds {
  hold: number;
  /** What the wallet may still give; Infinity where it may fall to any balance. */
  wallet: number;
}

export interface BookingAccounts {
  readonly hold: string;
  readonly wallet: string;
  readonly payable: string;
  readonly fees: string;
  readonly outside: string;
  /** The stock of gift codes; null where the researcher has none. */
  readonly giftCodes: string | null;
}

/**
 * What books a payment as owed: out of the hold, and where that is not enough, out of the wallet. A part goes the other
 * way: its spot is free again, and the hold is for who takes it.
 * @param funds are reduced by what the payment takes
 * @returns null where there is no money for it, and nothing is taken
 */
export function accrualPostings(
  { amount, fee, is_part = false }: { amount: number; fee: number; is_part?: boolean },
  accounts: BookingAccounts,
  funds: Funds,
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
 * What books a payment as paid. A gift code was bought before: its value leaves the stock, and the amount that was owed
 * goes back to the wallet.
 */
export function settlementPostings(
  { amount, method }: { amount: number; method: string | null },
  { payable, outside, wallet, giftCodes }: BookingAccounts,
): NewPosting[] {
  if (method !== 'gift_code') return transfer(payable, outside, amount);
  if (giftCodes === null) throw new Error('a gift code was handed out without a stock');
  return [...transfer(payable, wallet, amount), ...transfer(giftCodes, outside, amount)];
}

/** What takes an entry back. */
export const reversalPostings = (postings: readonly NewPosting[]): NewPosting[] =>
  postings.map(({ accountId, amount }) => ({ accountId, amount: -amount }));
