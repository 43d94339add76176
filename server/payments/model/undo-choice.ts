import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Undoes a participant's choice of a gift code. The payment's row gets the state that it had before
 * the choice, so that the researcher cannot see that the participant made a choice
 * (payments/session-payments.read.ts). The gift code may have waited past midnight for a check, and
 * the researcher must not learn of the check.
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
