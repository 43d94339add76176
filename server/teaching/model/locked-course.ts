import type { Transaction } from '../../platform/db/unit-of-work';
import { badField, DomainError } from '../../platform/errors/errors';
import type { CourseRow } from './course.entity';
import { isDraftOrOpen } from './states.rule';

/**
 * Reads a course and locks it until the transaction ends: neither its state nor its alternatives
 * can change. A caller who also locks a classroom must lock its course first.
 * @throws DomainError not_found
 */
export async function lockCourse(tx: Transaction, id: string): Promise<CourseRow> {
  const [course] = await tx.query<CourseRow>(
    `SELECT id, title, code, term, organization, required_credits, credits_per_hour, deadline, state, created_at,
       consent_text
     FROM identity.course WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );
  if (!course) throw new DomainError('not_found');
  return course;
}

/**
 * Locks courses in the order of their ids, so that two callers cannot deadlock.
 * @param offered the id of the course that a classroom will join, which must be one of `ids`; null
 * if no classroom joins a course
 * @throws DomainError validation_failed where there is no such course, course_closed
 */
export async function lockCourses(
  tx: Transaction,
  ids: readonly string[],
  offered: string | null,
): Promise<void> {
  const courses = await tx.query<Pick<CourseRow, 'id' | 'state'>>(
    `SELECT id, state FROM identity.course WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  if (offered === null) return;
  const course = courses.find(({ id }) => id === offered);
  if (!course) throw badField('course_id', 'not_one_of');
  if (!isDraftOrOpen(course.state)) throw new DomainError('course_closed');
}
