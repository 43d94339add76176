import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Undoes the choice of a gift code that may have waited for a check over midnight. The researcher
 * never sees this choice: the columns for the state before the payment's next change get the state
 * before the choice (payments/session-payments.read.ts).
 */
export async function undoGiftCodeChoice(tx: Transaction, paymentId: string): Promise<void> {
  await tx.query(
    `UPDATE research.payment p SET state = CASE WHEN known THEN p.state_before ELSE 'approved' END,
       day = CASE WHEN known THEN p.day_before ELSE p.day END, method = CASE WHEN known THEN p.method_before END
     FROM (SELECT coalesce(state_before IN ('approved', 'failed'), false) AS known
       FROM research.payment WHERE id = $1) before
     WHERE p.id = $1 AND p.state = 'processing'`,
    [paymentId],
  );
}
