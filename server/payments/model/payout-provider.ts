import type { BankAccount, PaymentMethod } from '../../../contracts/payments/payments';
import type { Transaction } from '../../platform/db/unit-of-work';

/** A payment that must be paid out, since its participant has chosen a method. */
export interface PayoutRequest {
  /** `paymentKeyOf` of the payment: each payment has at most one payout. */
  readonly paymentKey: Buffer;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The ledger account of the researcher's wallet. */
  readonly walletAccountId: string;
  /** The bank account that the participant entered or had stored; only for bank transfers. */
  readonly account?: BankAccount;
}

/**
 * The status of a payout:
 * - `none`: there is no payout.
 * - `open`: another method may still replace the payout.
 * - `sent`: the payout is under way and cannot be replaced.
 * - `paid`, `returned`: the result.
 */
export type PayoutStatus = 'none' | 'open' | 'sent' | 'paid' | 'returned';

/**
 * The interface to a payment method's provider. The caller runs `createPayout` and `dropPayout` in
 * a transaction that has locked the payment (payment-lock.ts), so that no other call about the
 * payment runs at the same time. This transaction must not write the payment's row: its transaction
 * id would link the payment with the payout.
 */
export interface PayoutProvider {
  readonly method: PaymentMethod;
  /**
   * Makes the payout of a payment, or repeats a payout that was returned or is still open. A payout
   * that was sent or paid is not changed.
   * @throws DomainError out_of_stock, invalid_iban
   */
  createPayout(tx: Transaction, request: PayoutRequest, day: string): Promise<PayoutStatus>;
  getPayout(tx: Transaction, paymentKey: Buffer): Promise<PayoutStatus>;
  /**
   * Reads the status of the payouts of many payments, by the payment's key in hexadecimal digits.
   * Leaves out payments without a payout.
   */
  getPayouts(
    on: Pick<Transaction, 'query'>,
    paymentKeys: readonly Buffer[],
  ): Promise<ReadonlyMap<string, PayoutStatus>>;
  /** Deletes a payout that is `open`, since another method was chosen. */
  dropPayout(tx: Transaction, paymentKey: Buffer): Promise<void>;
  /**
   * Releases payouts, so that they may be sent. A payout must wait until the ledger has booked the
   * amount of its payment as owed.
   * @param paymentKeys of payments that are being paid by this method
   */
  release?(tx: Transaction, paymentKeys: readonly Buffer[], day: string): Promise<void>;
  /** Parses what an external provider reports about a payout. None of the present providers is external. */
  parseWebhook?(body: Buffer, headers: Readonly<Record<string, string>>): Promise<string | null>;
}
