import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { teachingTexts } from '../teaching-texts';

/**
 * Refuses to change an assignment to which students have submitted work. The caller must have
 * locked the assignment, so that no submission arrives until the transaction ends.
 * @throws DomainError illegal_transition if there is a submission
 */
export async function mustHaveNoSubmissions(tx: Transaction, assignmentId: string): Promise<void> {
  const found = await tx.query(`SELECT FROM identity.submission WHERE assignment_id = $1 LIMIT 1`, [
    assignmentId,
  ]);
  if (found.length > 0)
    throw new DomainError(
      'illegal_transition',
      {},
      { says: teachingTexts.sentence('has_submissions') },
    );
}
