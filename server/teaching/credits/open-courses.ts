import { balancesOf } from '../../ledger/accounts';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { EligibleCourse } from './course-choice.rule';

export interface CourseOfCredit {
  readonly id: string;
  readonly state: string;
  readonly deadline: Date;
  /** Hundredths of a credit. */
  readonly credits_per_hour: number;
}

/**
 * Locks the terms of courses until the transaction ends, in the order of their ids. The lock only
 * keeps the terms from changing, so several transactions may hold it at once.
 */
export const lockCourseTerms = (
  tx: Transaction,
  ids: readonly string[],
): Promise<CourseOfCredit[]> =>
  tx.query<CourseOfCredit>(
    `SELECT id, state, deadline, credits_per_hour FROM identity.course WHERE id = ANY($1::uuid[])
     ORDER BY id FOR SHARE`,
    [ids],
  );

/**
 * SQL for the ids of courses: the account is a student in an open classroom of the course.
 * @param account an operand
 */
export const coursesAsStudentSql = (account: string): string =>
  `SELECT room.course_id FROM identity.classroom room JOIN identity.classroom_member own ON own.classroom_id = room.id
   WHERE own.account_id = ${account} AND own.role = 'student' AND room.state = 'open'`;

/**
 * Reads and locks the open courses of the student. The caller must hold the advisory lock of the
 * student (student-lock.ts).
 */
export async function lockOpenCoursesOf(
  tx: Transaction,
  accountId: string,
  studentKey: Buffer,
): Promise<EligibleCourse[]> {
  const courses = await tx.query<{ id: string; required: number; deadline: Date }>(
    `SELECT c.id, c.required_credits AS required, c.deadline FROM identity.course c
     WHERE c.state = 'open' AND c.id IN (${coursesAsStudentSql('$1')}) ORDER BY c.id FOR SHARE OF c`,
    [accountId],
  );
  const accounts = await tx.query<{ course_id: string; account_id: string }>(
    `SELECT course_id, account_id FROM identity.credit_account
     WHERE student_key = $1 AND NOT withheld AND course_id = ANY($2::uuid[])`,
    [studentKey, courses.map(({ id }) => id)],
  );
  const balances = await balancesOf(
    tx,
    accounts.map(({ account_id }) => account_id),
  );
  const shown = new Map(
    accounts.map(({ course_id, account_id }) => [course_id, balances.get(account_id)?.balance]),
  );
  return courses.map((course) => ({ ...course, shown: shown.get(course.id) ?? 0 }));
}
