import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Waits for every other transaction that decides how the payment is paid. It does not lock the
 * payment's row: a row lock would leave on that row the id of a transaction that also writes a
 * payout, and so link the payment with the payout.
 */
export async function lockPayment(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`payment:${paymentId}`]);
}
