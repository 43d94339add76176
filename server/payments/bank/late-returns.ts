import type { Transaction } from '../../platform/db/unit-of-work';

/** A transfer that the bank returned after it was marked as paid, and whose payment must still be updated. */
export interface LateReturn {
  readonly id: string;
  /** `paymentKeyOf` of the payment, in hexadecimal digits. */
  readonly key: string;
}

export const lateReturnsSql = `SELECT id, encode(payment_key, 'hex') AS key FROM identity.bank_payout WHERE is_late_return`;

export const readLateReturns = (on: Pick<Transaction, 'query'>): Promise<LateReturn[]> =>
  on.query<LateReturn>(lateReturnsSql);

/** Marks late returns as done; called once their payments were updated. */
export async function markLateReturnsDone(
  tx: Transaction,
  returns: readonly LateReturn[],
): Promise<void> {
  await tx.query(
    `UPDATE identity.bank_payout SET is_late_return = false WHERE id = ANY($1::uuid[])`,
    [returns.map(({ id }) => id)],
  );
}
