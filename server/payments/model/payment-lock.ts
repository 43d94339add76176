import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits for every other transaction that decides how the payment is paid. It does not lock the payment's row, because
 * a transaction that writes a payout must not leave its transaction id on a payment.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment:${paymentId}`]);
}
