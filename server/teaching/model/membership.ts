import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * What a member wants to do in a classroom: `read` is for every member, `staff` for instructors and
 * assistants, `manage` for instructors.
 */
type ClassroomAct = 'read' | 'staff' | 'manage';

const allowed: Record<ClassroomAct, readonly ClassroomRole[]> = {
  read: ['instructor', 'assistant', 'student'],
  staff: ['instructor', 'assistant'],
  manage: ['instructor'],
};

export const mayInClassroom = (role: ClassroomRole, act: ClassroomAct): boolean =>
  allowed[act].includes(role);

/** A classroom as seen by one of its members. */
export interface MemberClassroom {
  readonly id: string;
  readonly course_id: string | null;
  readonly state: ClassroomState;
  readonly member_id: string;
  readonly role: ClassroomRole;
}

/**
 * Reads a classroom, if the account may do the given act in it.
 * @param lock whether to lock the classroom's row until the transaction ends
 * @throws DomainError forbidden for members who may not do it, not_found for people who are not
 *   members
 */
export async function classroomForMember(
  on: Pick<Transaction, 'query'>,
  act: ClassroomAct,
  classroomId: string,
  accountId: string,
  lock = false,
): Promise<MemberClassroom> {
  // The lock is a separate statement: a statement that waits for a lock would read the members as
  // they were before the wait.
  if (lock)
    await on.query(`SELECT id FROM identity.classroom WHERE id = $1 FOR NO KEY UPDATE`, [
      classroomId,
    ]);
  const [found] = await on.query<MemberClassroom>(
    `SELECT c.id, c.course_id, c.state, m.id AS member_id, m.role
     FROM identity.classroom c JOIN identity.classroom_member m ON m.classroom_id = c.id AND m.account_id = $2
     WHERE c.id = $1`,
    [classroomId, accountId],
  );
  if (!found) throw new DomainError('not_found');
  if (!mayInClassroom(found.role, act)) throw new DomainError('forbidden');
  return found;
}
