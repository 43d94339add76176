import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits for every other transaction that decides how the payment is paid. Not a lock of its row: a transaction that writes
 * a payout must leave its number on no payment.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment:${paymentId}`]);
}
