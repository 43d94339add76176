import type { Assignment } from '../../../../contracts/teaching/assignments';
import type { Classroom } from '../../../../contracts/teaching/classrooms';

/**
 * The state of a student's alternative assignment; `over` means that the student can no longer hand
 * anything in.
 */
export type AlternativeAssignmentState = 'open' | 'submitted' | 'sent_back' | 'accepted' | 'over';

/** An assignment, with the classroom in which the student gets it. */
interface Given {
  assignment: Pick<Assignment, 'submission' | 'due_at'>;
  classroom: {
    state: Classroom['state'];
    course: Pick<NonNullable<Classroom['course']>, 'state' | 'deadline'> | null;
  };
}

/**
 * Returns the date until which a student can hand in an assignment: its due date, or the deadline
 * of its course if that is earlier.
 */
export const dueDateOf = ({
  assignment: { due_at },
  classroom: { course },
}: Given): string | null => {
  if (!due_at || !course) return due_at ?? course?.deadline ?? null;
  return Date.parse(due_at) < Date.parse(course.deadline) ? due_at : course.deadline;
};

/**
 * Whether the student can hand in a submission now.
 * @param now milliseconds of the server's clock
 */
export function canSubmitNow(given: Given, now: number): boolean {
  const { submission } = given.assignment;
  const { state, course } = given.classroom;
  if (state !== 'open' || submission?.state === 'accepted') return false;
  if (course?.state === 'closed' || course?.state === 'archived') return false;
  const due = dueDateOf(given);
  return due === null || now < Date.parse(due);
}

/** @param now milliseconds of the server's clock */
export function alternativeAssignmentStateOf(
  given: Given,
  now: number,
): AlternativeAssignmentState {
  const state = given.assignment.submission?.state ?? 'open';
  if (state === 'accepted' || state === 'submitted') return state;
  return canSubmitNow(given, now) ? state : 'over';
}
