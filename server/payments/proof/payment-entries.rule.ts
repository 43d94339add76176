import type { PaymentMethod, PaymentState } from '../../../contracts/payments/payments';
import type { EntryRecord } from '../../ledger/entries/entry-records';
import {
  accrualPostings,
  reversalPostings,
  settlementPostings,
  type BookingAccounts,
} from '../booking/booking.rule';
import { settlementKey } from '../booking/payment-booking.rule';
import type { NewPosting } from '../../ledger/entries/entry.rule';

/** A payment's row, with amounts in minor units. */
export interface PaymentToVerify {
  readonly id: string;
  readonly amount: number;
  readonly fee: number;
  readonly state: PaymentState;
  readonly method: PaymentMethod | null;
  readonly accruals: number;
  readonly accrual_id: string | null;
  readonly settlement_id: string | null;
  /**
   * The settlement (the entry that booked the payment as paid) whose money the bank returned; null
   * if there is none, or if the ledger has booked the return.
   */
  readonly returned_settlement_id: string | null;
  /** How many returns were booked. */
  readonly returns: number;
}

const owedStates: readonly PaymentState[] = ['approved', 'processing', 'paid', 'failed'];
export const isPaymentOwed = ({ state }: Pick<PaymentToVerify, 'state'>): boolean =>
  owedStates.includes(state);

const owedKey = (id: string, n: number) => `payment:${id}:${n}`;
const reversalKey = (id: string, n: number) => `payment:${id}:${n}:reversal`;
const returnedKey = (id: string, n: number) => `${settlementKey(id, n)}:returned`;

/**
 * Counts the settlements (the entries that booked the payment as paid), including those that were
 * returned.
 */
export const settlementCountOf = ({
  returns,
  returned_settlement_id,
  settlement_id,
}: Pick<PaymentToVerify, 'returns' | 'returned_settlement_id' | 'settlement_id'>): number =>
  returns + (returned_settlement_id === null ? 0 : 1) + (settlement_id === null ? 0 : 1);

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Returns all keys that the entries of a payment may have. */
export function ledgerKeysOfPayment(payment: PaymentToVerify): string[] {
  const { id, accruals } = payment;
  return [
    ...upTo(accruals).flatMap((n) => [owedKey(id, n), reversalKey(id, n)]),
    // Includes the keys of one settlement more than the payment has, so that a surplus entry in the
    // ledger is found.
    ...upTo(settlementCountOf(payment) + 1).flatMap((n) => [
      settlementKey(id, n),
      returnedKey(id, n),
    ]),
  ];
}

/**
 * Finds the payment to which a ledger key belongs.
 * @returns undefined for a key that no payment has
 */
export function paymentOfLedgerKey(
  key: string,
): { id: string; step: 'owed' | 'paid'; n: number } | undefined {
  const [, id, owed, paid] =
    /^payment:([0-9a-f-]{36}):(?:(\d+)(?::reversal)?|(paid(?::\d+)?)(?::returned)?)$/.exec(key) ??
    [];
  if (id === undefined) return undefined;
  if (owed !== undefined) return { id, step: 'owed', n: Number(owed) };
  return { id, step: 'paid', n: Number(paid?.split(':')[1] ?? 1) };
}

/** Whether two lists move the same amounts on the same accounts. */
function areSame(one: readonly NewPosting[], other: readonly NewPosting[]): boolean {
  const texts = (all: readonly NewPosting[]) =>
    all.map(({ accountId, amount }) => `${accountId} ${amount}`).sort();
  return JSON.stringify(texts(one)) === JSON.stringify(texts(other));
}

/**
 * Whether an entry books the payment as owed. The entry must take the sum of the payment's amount
 * and fee from two accounts: the money reserved for the session, and the wallet that pays for the
 * session. It may take any part of the sum, or nothing, from either account.
 */
function isAccrual(
  entry: EntryRecord,
  payment: PaymentToVerify,
  accounts: BookingAccounts,
): boolean {
  const taken = (account: string) =>
    0 - (entry.postings.find(({ accountId }) => accountId === account)?.amount ?? 0);
  const funds = { hold: taken(accounts.hold), wallet: taken(accounts.wallet) };
  const expected = accrualPostings(payment, accounts, funds);
  return entry.kind === 'payment-owed' && expected !== null && areSame(entry.postings, expected);
}

const isReversal = (entry: EntryRecord | undefined, of: EntryRecord): boolean =>
  entry?.kind === 'payment-reversed' &&
  entry.reverses === of.id &&
  areSame(entry.postings, reversalPostings(of.postings));

/**
 * Whether the ledger agrees with the payment's row. The ledger must contain each entry that booked
 * the payment as owed (an accrual), a reversal of every accrual but the last, and the settlement,
 * which books it as paid. Bookings that are still pending are not an error.
 * @param entries by key, at least those of `ledgerKeysOfPayment`
 */
export function paymentAgreesWithLedger(
  payment: PaymentToVerify,
  entries: ReadonlyMap<string, EntryRecord>,
  accounts: BookingAccounts,
): boolean {
  const { id, accruals, accrual_id, settlement_id, state } = payment;
  for (let n = 1; n <= accruals; n++) {
    const entry = entries.get(owedKey(id, n));
    const reversal = entries.get(reversalKey(id, n));
    const isLast = n === accruals && accrual_id !== null;
    if (!entry) return false;
    // The reversed accrual is not compared with the payment's present amount, which may have
    // changed since then by a changed reward or a top-up.
    if (isLast ? !isAccrual(entry, payment, accounts) : !isReversal(reversal, entry)) return false;
    if (isLast && (entry.id !== accrual_id || reversal !== undefined)) return false;
  }
  if (accrual_id !== null && accruals === 0) return false;
  if (settlement_id !== null && (state !== 'paid' || accrual_id === null)) return false;
  return settlementsAgree(payment, entries, accounts);
}

/** Whether the ledger has each settlement of the payment, and a return for every settlement but the last one. */
function settlementsAgree(
  payment: PaymentToVerify,
  entries: ReadonlyMap<string, EntryRecord>,
  accounts: BookingAccounts,
): boolean {
  const { id, amount, method, returns, returned_settlement_id, settlement_id } = payment;
  const count = settlementCountOf(payment);
  const ids = [returned_settlement_id, settlement_id].filter((one) => one !== null);
  for (let n = 1; n <= count; n++) {
    const entry = entries.get(settlementKey(id, n));
    const returned = entries.get(returnedKey(id, n));
    const hasComeBack = n <= returns;
    // Only bank transfers can be returned, so every earlier settlement was by bank.
    const by = n === count && settlement_id !== null ? method : 'bank';
    if (!entry || !isSettlement(entry, amount, by, accounts)) return false;
    if (hasComeBack ? !isReturn(returned, entry) : returned !== undefined) return false;
    if (!hasComeBack && entry.id !== ids[n - returns - 1]) return false;
  }
  return !entries.has(settlementKey(id, count + 1)) && !entries.has(returnedKey(id, count + 1));
}

const isSettlement = (
  entry: EntryRecord,
  amount: number,
  method: PaymentMethod | null,
  accounts: BookingAccounts,
): boolean =>
  entry.kind === `paid-by-${(method ?? '').replace('_', '-')}` &&
  (method !== 'gift_code' || accounts.giftCodes !== null) &&
  areSame(entry.postings, settlementPostings({ amount, method }, accounts));

const isReturn = (entry: EntryRecord | undefined, of: EntryRecord): boolean =>
  entry?.kind === 'payment-returned' &&
  entry.reverses === of.id &&
  areSame(entry.postings, reversalPostings(of.postings));

/** Whether the payment's current state is not booked in the ledger yet. */
export const isPaymentUnbooked = (payment: PaymentToVerify): boolean =>
  isPaymentOwed(payment) !== (payment.accrual_id !== null) ||
  payment.returned_settlement_id !== null ||
  (payment.state === 'paid' && payment.settlement_id === null);
