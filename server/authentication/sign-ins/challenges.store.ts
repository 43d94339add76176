import type { Transaction } from '../../platform/db/unit-of-work';

/** Ends the sign-ins of an account that wait for their second factor; its row is locked. */
export async function deleteChallengesOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`DELETE FROM identity.second_factor_challenge WHERE account_id = $1`, [accountId]);
}
