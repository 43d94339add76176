import type { AssignmentKind } from '../../../contracts/teaching/assignments';
import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { refusalOfSubmission, type SubmissionPeriod } from './work-times.rule';

interface Place extends SubmissionPeriod {
  kind: AssignmentKind;
  classroom_id: string;
  role: ClassroomRole;
}

/**
 * Finds the classroom whose staff reads the account's submission:
 * - for an assignment of a classroom, this classroom;
 * - for an alternative of a whole course, the open classroom of the course that the student joined
 * first.
 * @param lock whether to lock the assignment until the transaction ends
 * @throws DomainError not_found for people who are not members, and for an assignment of a kind
 * that takes no submissions; forbidden for staff; classroom_closed, course_closed, not_open_yet,
 * deadline_passed
 */
export async function classroomForSubmission(
  on: Pick<Transaction, 'query'>,
  assignmentId: string,
  accountId: string,
  now: Date,
  lock = false,
): Promise<{ classroomId: string }> {
  const [place] = await on.query<Place>(
    `SELECT a.kind, a.opens_at, a.due_at, p.classroom_id, p.state, p.role, co.state AS course_state, co.deadline
     FROM identity.assignment a
     CROSS JOIN LATERAL (
       SELECT c.id AS classroom_id, c.state, c.course_id, m.role
       FROM identity.classroom_member m JOIN identity.classroom c ON c.id = m.classroom_id
       WHERE m.account_id = $2 AND (c.id = a.classroom_id OR c.course_id = a.course_id)
       ORDER BY m.role = 'student' DESC, c.state = 'open' DESC, m.joined_on, m.id LIMIT 1) p
     LEFT JOIN identity.course co ON co.id = p.course_id
     WHERE a.id = $1${lock ? ' FOR KEY SHARE OF a' : ''}`,
    [assignmentId, accountId],
  );
  if (!place) throw new DomainError('not_found');
  if (place.role !== 'student') throw new DomainError('forbidden');
  if (place.kind !== 'alternative') throw new DomainError('not_found');
  const refusal = refusalOfSubmission(place, now);
  if (refusal) throw new DomainError(refusal);
  return { classroomId: place.classroom_id };
}
