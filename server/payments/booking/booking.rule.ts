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
 * What books a payment as owed: out of the hold, and where that is not enough, out of the wallet.
 * @param funds are reduced by what the payment takes
 * @returns null where there is no money for it, and nothing is taken
 */
export function accrualPostings(
  { amount, fee }: { amount: number; fee: number },
  accounts: BookingAccounts,
  funds: Funds,
): NewPosting[] | null {
  const total = amount + fee;
  const held = Math.min(total, Math.max(0, funds.hold));
  const missing = total - held;
  if (missing > funds.wallet) return null;
  funds.hold -= held;
  funds.wallet -= missing;
  return [
    { accountId: accounts.hold, amount: -held },
    { accountId: accounts.wallet, amount: -missing },
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
