import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits for every other transaction that decides how the payment is paid. It does not lock the
 * payment's row: then a transaction that writes a payout would leave its transaction id on the
 * payment.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment:${paymentId}`]);
}
