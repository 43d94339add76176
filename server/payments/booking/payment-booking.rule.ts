import type { NewEntry, NewPosting } from '../../ledger/entries/entry.rule';
import type { PaymentRow } from '../model/payment.entity';
import {
  accrualPostings,
  reversalPostings,
  settlementPostings,
  type BookingAccounts,
  type SessionFunds,
} from './booking.rule';

/** The fields of a payment that may not be booked in the ledger yet. */
export type BookablePayment = Pick<
  PaymentRow,
  | 'id'
  | 'amount'
  | 'fee'
  | 'state'
  | 'method'
  | 'accruals'
  | 'accrual_id'
  | 'settlement_id'
  | 'returned_settlement_id'
  | 'returns'
> & {
  /** Whether this is the partial pay of a participant who started and then left. */
  is_part: boolean;
};

/** The ledger entries that book one payment, each under the name of its purpose. */
export interface PaymentBooking {
  readonly payment: BookablePayment;
  /** The bank returned the money of a settlement, so the amount is owed again. */
  readonly cameBack?: NewEntry;
  readonly reversal?: NewEntry;
  readonly accrual?: NewEntry;
  readonly settlement?: NewEntry;
}

/**
 * Returns the entries in the order in which they must be posted. In another order, an account could
 * fall below its minimum between two entries.
 */
export const ledgerEntriesOf = ({
  cameBack,
  reversal,
  accrual,
  settlement,
}: PaymentBooking): NewEntry[] =>
  [cameBack, reversal, accrual, settlement].filter((entry) => entry !== undefined);

/**
 * Returns the ledger key of the n-th settlement of a payment; the key of the first has no number.
 */
export const settlementKey = (paymentId: string, n: number): string =>
  `payment:${paymentId}:paid${n === 1 ? '' : `:${n}`}`;

/**
 * Decides what must be booked for one payment.
 * @param taken the postings of the entries that the booking may reverse, by the entry's id
 * @param funds the function reduces them by what the booking takes
 */
export function decidePaymentBooking(
  payment: BookablePayment,
  taken: ReadonlyMap<string, readonly NewPosting[]>,
  accounts: BookingAccounts,
  funds: SessionFunds,
  day: string,
): PaymentBooking {
  const { id, accrual_id, returned_settlement_id, returns } = payment;
  const key = `payment:${id}`;
  const takesBack = (entryId: string) => ({
    day,
    reverses: entryId,
    postings: reversalPostings(taken.get(entryId) ?? []),
  });
  const cameBack = returned_settlement_id !== null && {
    cameBack: {
      key: `${settlementKey(id, returns + 1)}:returned`,
      kind: 'payment-returned',
      ...takesBack(returned_settlement_id),
    },
  };
  const isOwed = ['approved', 'processing', 'paid', 'failed'].includes(payment.state);
  if (!isOwed)
    return {
      payment,
      ...cameBack,
      ...(accrual_id !== null && {
        reversal: {
          key: `${key}:${payment.accruals}:reversal`,
          kind: 'payment-reversed',
          ...takesBack(accrual_id),
        },
      }),
    };
  const postings = accrual_id === null ? accrualPostings(payment, accounts, funds) : undefined;
  // If there is not enough money, the payment is booked in a later run.
  if (postings === null) return { payment, ...cameBack };
  return {
    payment,
    ...cameBack,
    ...(postings && {
      accrual: { key: `${key}:${payment.accruals + 1}`, kind: 'payment-owed', day, postings },
    }),
    ...(payment.state === 'paid' &&
      payment.settlement_id === null && {
        settlement: {
          key: settlementKey(id, returns + (cameBack ? 2 : 1)),
          kind: `paid-by-${(payment.method ?? '').replace('_', '-')}`,
          day,
          postings: settlementPostings(payment, accounts),
        },
      }),
  };
}
