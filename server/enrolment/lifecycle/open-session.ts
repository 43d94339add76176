import { lockAccountAbleToRecruit } from '../../access/accounts/accounts.store';
import type { Transaction } from '../../platform/db/unit-of-work';
import { readStudyOwnerId } from '../../studies/people/study-owner';
import type { Session } from '../model/session.entity';

/**
 * Opens a session whose opening date has come, and records the event. The caller must have locked
 * the session's row and checked that it is due (session-facts.sql.ts).
 * @returns false if the owner's account is disabled or about to be deleted
 */
export async function openSession(
  tx: Transaction,
  { id, study_id }: Pick<Session, 'id' | 'study_id'>,
): Promise<boolean> {
  // Locks the account. A transaction that disables the account at the same time waits for this
  // lock, and then pauses the open session.
  if (!(await lockAccountAbleToRecruit(tx, await readStudyOwnerId(tx, study_id)))) return false;
  await tx.query(`UPDATE research.session SET state = 'active' WHERE id = $1`, [id]);
  tx.record('enrolment.session-launched', { session_id: id, study_id });
  return true;
}
