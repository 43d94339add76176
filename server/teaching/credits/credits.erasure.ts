import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';
import { acquireStudentWorkLock } from '../model/student-lock';

/**
 * Erases the credits of an account, and its link to the ledger accounts, which keep the amounts.
 * Waits for a credit that is being granted now, and prevents later ones.
 */
export async function eraseCredits(
  tx: Transaction,
  accountId: string,
  secrets: Secrets,
): Promise<void> {
  const studentKey = studentKeyOf(secrets, accountId);
  await acquireStudentWorkLock(tx, studentKey);
  await tx.query(`DELETE FROM identity.credit WHERE student_key = $1`, [studentKey]);
  await tx.query(`DELETE FROM identity.credit_account WHERE student_key = $1`, [studentKey]);
}
