import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';
import { takeStudentTurn } from '../model/student-turn';

/**
 * Erases the credits of an account, and what leads from it to accounts of the ledger, which keeps the amounts. A credit that
 * is being granted at this moment is waited for, and none is granted afterwards.
 */
export async function eraseCredits(
  tx: Transaction,
  accountId: string,
  secrets: Secrets,
): Promise<void> {
  const ownerKey = studentKeyOf(secrets, accountId);
  await takeStudentTurn(tx, ownerKey);
  await tx.query(`DELETE FROM identity.credit WHERE owner_key = $1`, [ownerKey]);
  await tx.query(`DELETE FROM identity.credit_account WHERE owner_key = $1`, [ownerKey]);
}
