import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * SQL: the consent form under which students of a classroom recruit: the course's, else the classroom's own; null where there
 * is none.
 * @param course an alias of identity.course, whose row may be absent @param classroom an alias of identity.classroom
 */
export const classConsentSql = (course: string, classroom: string): string =>
  `coalesce(${course}.consent_text, ${classroom}.consent_text)`;

/**
 * A classroom whose students build has a consent form. The classroom and its course are locked.
 * @throws DomainError consent_missing
 */
export async function mustHaveConsent(tx: Transaction, classroomId: string): Promise<void> {
  const found = await tx.query(
    `SELECT FROM identity.classroom c LEFT JOIN identity.course o ON o.id = c.course_id
     WHERE c.id = $1 AND c.students_build AND ${classConsentSql('o', 'c')} IS NULL`,
    [classroomId],
  );
  if (found.length > 0) throw new DomainError('consent_missing');
}

/**
 * The same for the classrooms of a course; in those that are archived nothing is submitted any more. The course is locked, and
 * so is whatever changes the form of one of its classrooms.
 * @throws DomainError consent_missing
 */
export async function mustKeepConsent(tx: Transaction, courseId: string): Promise<void> {
  const found = await tx.query(
    `SELECT FROM identity.classroom c JOIN identity.course o ON o.id = c.course_id
     WHERE o.id = $1 AND c.state <> 'archived' AND c.students_build AND ${classConsentSql('o', 'c')} IS NULL LIMIT 1`,
    [courseId],
  );
  if (found.length > 0) throw new DomainError('consent_missing');
}
