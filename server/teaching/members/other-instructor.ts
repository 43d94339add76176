import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * A classroom keeps an instructor. It is locked, so that two who leave do so one after the other.
 * @param member who is about to be none
 * @throws DomainError last_instructor
 */
export async function mustHaveOtherInstructor(
  tx: Transaction,
  classroomId: string,
  member: string,
): Promise<void> {
  const [other] = await tx.query(
    `SELECT id FROM identity.classroom_member
     WHERE classroom_id = $1 AND role = 'instructor' AND id <> $2 LIMIT 1`,
    [classroomId, member],
  );
  if (!other) throw new DomainError('last_instructor');
}
