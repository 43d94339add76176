import type { ExpenseKind, ExpenseLine } from '../../../contracts/payments/expenses';
import type { PaymentMethod } from '../../../contracts/payments/payments';
import type { AccountEntry } from '../../ledger/entries/account-entries';
import type { PaidSession } from './expense-scope';

/**
 * The kind of expense line for each kind of ledger entry. Entries that pay a participant are in
 * `methodOf`, because their lines also state the method of the payment.
 */
const kindOf: Readonly<Record<string, ExpenseKind>> = {
  allotment: 'budget',
  deposit: 'transfer',
  refund: 'refund',
  hold: 'held',
  release: 'given_back',
  'payment-owed': 'owed',
  'payment-returned': 'returned',
  'payment-reversed': 'taken_back',
  'gift-codes': 'gift_codes_added',
  'gift-codes-expired': 'gift_codes_expired',
};
const methodOf: Readonly<Record<string, PaymentMethod>> = {
  'paid-by-cash': 'cash',
  'paid-by-gift-code': 'gift_code',
  'paid-by-bank': 'bank',
};

/**
 * Whether an entry of this kind means that an administrator moved money into the wallet or out of
 * it.
 */
export const isFundingEntryKind = (entryKind: string): boolean =>
  ['allotment', 'deposit', 'refund'].includes(entryKind);
export const isPayoutEntryKind = (entryKind: string): boolean => entryKind in methodOf;

/** Returns the kinds of ledger entries that become expense lines of this kind. */
export const ledgerEntryKindsOf = (kind: ExpenseKind): string[] =>
  kind === 'paid'
    ? Object.keys(methodOf)
    : Object.keys(kindOf).filter((entryKind) => kindOf[entryKind] === kind);

/** The reference that an administrator or the bank gave for an entry. */
export interface EntryReference {
  readonly reference: string | null;
  readonly cost_centre: string | null;
}

/**
 * Converts a ledger entry to a line for its researcher. Leaves out the entry's key, which contains
 * the payment's id.
 * @param sessions the sessions by the ids of their ledger accounts: each session is listed under
 * its account for reserved money (`hold`) and its account for owed money (`payable`)
 */
export function expenseLine(
  { id, day, kind, unit, postings }: AccountEntry,
  sessions: ReadonlyMap<string, PaidSession>,
  written: EntryReference | undefined,
): ExpenseLine {
  const on = (accountKind: AccountEntry['postings'][number]['kind']): number =>
    postings.reduce((sum, one) => (one.kind === accountKind ? sum + one.amount : sum), 0);
  const session = postings.map(({ account }) => sessions.get(account)).find((one) => one);
  return {
    _id: id,
    day,
    kind: isPayoutEntryKind(kind) ? 'paid' : (kindOf[kind] ?? 'other'),
    method: methodOf[kind] ?? null,
    currency: unit,
    wallet: on('wallet'),
    held: on('hold'),
    owed: on('payable'),
    gift_codes: on('gift_codes'),
    fee: on('fees'),
    study: session ? { _id: session.study_id, title: session.study_title } : null,
    session: session ? { _id: session.id, number: session.number, name: session.name } : null,
    reference: written?.reference ?? null,
    cost_centre: written?.cost_centre ?? null,
  };
}
