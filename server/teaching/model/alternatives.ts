import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { CourseRow } from './course.entity';

/**
 * SQL after FROM: the alternatives to studies of a course, and those of its classrooms. Archived
 * classrooms do not count.
 * @param course SQL of the course's id
 */
export const alternativeAssignmentsSql = (course: string): string =>
  `identity.assignment a WHERE a.kind = 'alternative' AND (a.course_id = ${course}
     OR a.classroom_id = ANY (ARRAY(SELECT ac.id FROM identity.classroom ac
       WHERE ac.course_id = ${course} AND ac.state <> 'archived')))`;

/**
 * Checks that all students of an open course that requires credits can earn them without taking part
 * in studies: the course itself offers an alternative, or each of its open classrooms does. Any
 * alternative will do, since an hour of it earns as much credit as an hour of a study
 * (contracts/teaching/credit.rule.ts). The caller must have locked the course.
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
