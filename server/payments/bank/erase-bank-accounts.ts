import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Erases holder and IBAN of the payouts of an account. A payout that is in no batch yet is deleted;
 * a payout in a batch stays as an amount, so that the batch adds up.
 * @param paymentKeys the keyed hashes of the account's payments (payment-key.ts)
 */
export async function eraseBankAccounts(
  tx: Transaction,
  paymentKeys: readonly Buffer[],
): Promise<void> {
  await tx.query(
    `DELETE FROM identity.bank_payout
     WHERE batch_id IS NULL AND payment_key = ANY($1::bytea[])`,
    [paymentKeys],
  );
  await tx.query(
    `UPDATE identity.bank_payout SET sealed = NULL
     WHERE payment_key = ANY($1::bytea[]) AND sealed IS NOT NULL`,
    [paymentKeys],
  );
}
