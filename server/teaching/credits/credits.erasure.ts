import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';
import { acquireStudentWorkLock } from '../model/student-lock';

/**
 * Erases the credits of an account, and the account's link to its ledger accounts, which keep the
 * amounts. If another transaction is granting a credit to the account, waits for its end, and
 * erases this credit, too. Until this transaction ends, the account gets no other credit.
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
