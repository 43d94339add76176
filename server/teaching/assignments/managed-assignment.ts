import { administratorsOnly } from '../../../contracts/base/access';
import type { AssignmentKind } from '../../../contracts/teaching/assignments';
import type { ClassroomState } from '../../../contracts/teaching/classrooms';
import type { CourseState } from '../../../contracts/teaching/courses';
import { accessRefusalOf } from '../../access/access-policies';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Person } from '../../access/person';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { CourseRow } from '../model/course.entity';
import { lockCourse } from '../model/locked-course';
import { classroomForMember } from '../model/membership';
import type { AssignmentDates } from './assignment-dates.rule';

interface AssignmentTerms extends AssignmentDates {
  readonly id: string;
  readonly kind: AssignmentKind;
  readonly minutes: number | null;
}
/**
 * Where an assignment belongs: to a classroom, and to the course of this classroom if it has one.
 * An alternative for all classrooms of a course belongs only to the course. The rows of classroom
 * and course are locked until the transaction ends.
 */
export type AssignmentScope =
  | {
      readonly classroomId: string;
      readonly course: CourseRow | null;
      readonly state: ClassroomState;
    }
  | { readonly classroomId: null; readonly course: CourseRow; readonly state: CourseState };

/**
 * Finds an assignment that the person may change. Locks the assignment and its classroom. For an
 * alternative for all classrooms of a course, locks the course instead of a classroom. Submissions
 * wait until the transaction ends.
 * @throws DomainError not_found; forbidden for members who may only read it; second_factor_missing
 */
export async function lockManagedAssignment(
  tx: Transaction,
  id: string,
  person: Person,
): Promise<{ assignment: AssignmentTerms; place: AssignmentScope }> {
  const [found] = await tx.query<{ classroom_id: string | null; course_id: string | null }>(
    `SELECT classroom_id, course_id FROM identity.assignment WHERE id = $1`,
    [id],
  );
  if (!found) throw new DomainError('not_found');
  const place =
    found.classroom_id !== null
      ? await lockManagedClassroom(tx, found.classroom_id, person.account_id)
      : await lockManagedCourse(tx, found.course_id ?? '', person);
  const [assignment] = await tx.query<AssignmentTerms>(
    `SELECT id, kind, minutes, opens_at, due_at FROM identity.assignment WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!assignment) throw new DomainError('not_found');
  return { assignment, place };
}

/** @throws DomainError not_found, forbidden */
export async function lockManagedClassroom(
  tx: Transaction,
  classroomId: string,
  accountId: string,
): Promise<AssignmentScope & { classroomId: string }> {
  const seen = await classroomForMember(tx, 'manage', classroomId, accountId);
  const course = seen.course_id === null ? null : await lockCourse(tx, seen.course_id);
  const { course_id, state } = await classroomForMember(tx, 'manage', classroomId, accountId, true);
  // Another instructor may have moved the classroom to a different course meanwhile. Then this
  // function runs again, and locks the new course after the classroom. All other code locks the
  // course first, so a deadlock is possible. PostgreSQL ends the deadlock, and the transaction is
  // repeated.
  if (course_id !== seen.course_id) return lockManagedClassroom(tx, classroomId, accountId);
  return { classroomId, course, state };
}

/** @throws DomainError not_found; forbidden for members of its classrooms; second_factor_missing */
export async function lockManagedCourse(
  tx: Transaction,
  courseId: string,
  person: Person,
): Promise<AssignmentScope & { classroomId: null }> {
  const refusal = accessRefusalOf(administratorsOnly, person);
  if (refusal !== null) {
    const isMember = await tx.query(
      `SELECT FROM identity.classroom c JOIN identity.classroom_member m ON m.classroom_id = c.id
       WHERE c.course_id = $1 AND m.account_id = $2 LIMIT 1`,
      [courseId, person.account_id],
    );
    if (isMember.length === 0 && person.role !== 'ADMINISTRATOR')
      throw new DomainError('not_found');
    throw new DomainError(refusal);
  }
  await mustActAsAdministrator(tx, person.account_id);
  const course = await lockCourse(tx, courseId);
  return { classroomId: null, course, state: course.state };
}

/** @throws DomainError classroom_closed, course_closed: assignments of a closed classroom or course cannot change */
export function mustNotBeClosed({ classroomId, state }: AssignmentScope): void {
  if (state !== 'closed' && state !== 'archived') return;
  throw new DomainError(classroomId === null ? 'course_closed' : 'classroom_closed');
}
