import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Deletes the sign-ins of an account that wait for their second factor. The account's row must be
 * locked.
 */
export async function deleteChallengesOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.second_factor_challenge WHERE account_id = $1`, [accountId]);
}
