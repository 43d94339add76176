import type { BankAccount, PaymentMethod } from '../../../contracts/payments/payments';
import type { Transaction } from '../../platform/db/unit-of-work';

/** A payment that its participant wants to be paid. */
export interface PayoutRequest {
  /** `paymentKeyOf` of the payment: there is at most one payout for each. */
  readonly paymentKey: Buffer;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The ledger account of the researcher's wallet. */
  readonly walletAccountId: string;
  /** Where the participant gave it, or let it be remembered; only for the bank. */
  readonly account?: BankAccount;
}

/**
 * `open`: it can still be replaced by another method. `sent`: it is on its way and cannot. `paid`, `returned`: its end.
 * `none`: there is no payout.
 */
export type PayoutStatus = 'none' | 'open' | 'sent' | 'paid' | 'returned';

/**
 * The port to what pays participants. Both calls run in a transaction that writes no payment, and under a lock of the
 * payment (payment-lock.ts): no other call about the same payment runs at the same time.
 */
export interface PayoutProvider {
  readonly method: PaymentMethod;
  /**
   * Makes the payout, or makes one again that came back or is still open; one that is sent or paid stays as it is.
   * @throws DomainError out_of_stock, invalid_iban
   */
  createPayout(tx: Transaction, request: PayoutRequest, day: string): Promise<PayoutStatus>;
  getPayout(tx: Transaction, paymentKey: Buffer): Promise<PayoutStatus>;
  /** The payouts of many payments, by the key in hexadecimal digits; those that have none are left out. */
  getPayouts(
    on: Pick<Transaction, 'query'>,
    paymentKeys: readonly Buffer[],
  ): Promise<ReadonlyMap<string, PayoutStatus>>;
  /** Deletes a payout that is `open`, since another method was chosen. */
  dropPayout(tx: Transaction, paymentKey: Buffer): Promise<void>;
  /**
   * Called for payments whose money is booked as owed: a payout that waited for this may be sent.
   * @param paymentKeys of payments that are being paid by this method
   */
  release?(tx: Transaction, paymentKeys: readonly Buffer[], day: string): Promise<void>;
  /** What a provider outside reports about a payout. None of the present ones is outside. */
  parseWebhook?(body: Buffer, headers: Readonly<Record<string, string>>): Promise<string | null>;
}
