import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * Checks that a classroom keeps an instructor. The caller must have locked the classroom: then, if
 * two instructors leave at the same time, the second one is refused.
 * @param member the membership that ends or changes
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
