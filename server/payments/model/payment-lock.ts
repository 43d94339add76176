import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits for every other transaction that decides how the payment is paid. It takes an advisory lock
 * and does not lock the payment's row. A row lock stores the id of the transaction in the row. If
 * the transaction also writes a payout, the id would link the payment with the payout.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment:${paymentId}`]);
}
