import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * SQL: the consent form of the studies that students of a classroom build. This is the form of the
 * course or, if the course has none, the form of the classroom. It is null if neither has a form.
 * @param course an alias of identity.course, possibly without a row
 * @param classroom an alias of identity.classroom
 */
export const classConsentSql = (course: string, classroom: string): string =>
  `coalesce(${course}.consent_text, ${classroom}.consent_text)`;

/**
 * Checks that a classroom whose students build studies has a consent form. The caller must have
 * locked the classroom and its course.
 * @throws DomainError consent_missing
 */
export async function mustHaveClassConsent(tx: Transaction, classroomId: string): Promise<void> {
  const found = await tx.query(
    `SELECT FROM identity.classroom c LEFT JOIN identity.course o ON o.id = c.course_id
     WHERE c.id = $1 AND c.students_build AND ${classConsentSql('o', 'c')} IS NULL`,
    [classroomId],
  );
  if (found.length > 0) throw new DomainError('consent_missing');
}

/**
 * Checks that each classroom of a course has a consent form if its students build studies. Archived
 * classrooms need none, since nothing can be submitted in them. The caller must have locked the
 * course. All code that changes the consent form of one of its classrooms locks the course, too.
 * @throws DomainError consent_missing
 */
export async function mustHaveConsentInClassrooms(
  tx: Transaction,
  courseId: string,
): Promise<void> {
  const found = await tx.query(
    `SELECT FROM identity.classroom c JOIN identity.course o ON o.id = c.course_id
     WHERE o.id = $1 AND c.state <> 'archived' AND c.students_build AND ${classConsentSql('o', 'c')} IS NULL LIMIT 1`,
    [courseId],
  );
  if (found.length > 0) throw new DomainError('consent_missing');
}
