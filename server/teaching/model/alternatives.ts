import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { CourseRow } from './course.entity';

/**
 * SQL after FROM: the alternatives of a course, and of its classrooms that are not archived.
 * @param course SQL of the course's id
 */
export const alternativeAssignmentsSql = (course: string): string =>
  `identity.assignment a WHERE a.kind = 'alternative' AND (a.course_id = ${course}
     OR a.classroom_id = ANY (ARRAY(SELECT ac.id FROM identity.classroom ac
       WHERE ac.course_id = ${course} AND ac.state <> 'archived')))`;

/**
 * Checks that an open course that requires credits offers an alternative to all students: the
 * course itself, or each of its open classrooms. Credit is computed from minutes as for a study
 * (contracts/teaching/credit.rule.ts), so any alternative is of equal worth per hour. The caller
 * must have locked the course.
 * @throws DomainError alternative_missing
 */
export async function mustHaveAlternativeAssignment(
  tx: Transaction,
  { id, state, required_credits }: Pick<CourseRow, 'id' | 'state' | 'required_credits'>,
): Promise<void> {
  if (state !== 'open' || required_credits === 0) return;
  const [found] = await tx.query(
    `SELECT a.id FROM ${alternativeAssignmentsSql('$1::uuid')} AND (a.course_id = $1 OR NOT EXISTS (
       SELECT FROM identity.classroom room WHERE room.course_id = $1 AND room.state = 'open' AND NOT EXISTS (
         SELECT FROM identity.assignment own WHERE own.classroom_id = room.id AND own.kind = 'alternative')))
     LIMIT 1`,
    [id],
  );
  if (!found) throw new DomainError('alternative_missing');
}
