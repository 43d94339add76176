import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Ends the sign-ins of an account that wait for their second factor. The caller holds the lock on the account's row.
 */
export async function deleteChallengesOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.second_factor_challenge WHERE account_id = $1`, [accountId]);
}
