import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { studentKeyOf } from '../model/student-key';
import { acquireStudentWorkLock } from '../model/student-lock';

/**
 * Erases the submissions of an account. A simultaneous submission waits for this, and then finds
 * that the account is no longer a member.
 */
export async function eraseSubmissions(
  tx: Transaction,
  accountId: string,
  secrets: Secrets,
): Promise<void> {
  const key = studentKeyOf(secrets, accountId);
  await acquireStudentWorkLock(tx, key);
  await tx.query(`DELETE FROM identity.submission WHERE student_key = $1`, [key]);
}
