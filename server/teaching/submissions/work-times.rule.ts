import type { ClassroomState } from '../../../contracts/teaching/classrooms';
import type { CourseState } from '../../../contracts/teaching/courses';

/** The dates and states that decide whether students can submit work at a given time. */
export interface SubmissionPeriod {
  readonly opens_at: Date | null;
  readonly due_at: Date | null;
  /** Of the classroom. */
  readonly state: ClassroomState;
  /** The state of the classroom's course; null without a course. */
  readonly course_state: CourseState | null;
  readonly deadline: Date | null;
}
type Refusal = 'classroom_closed' | 'course_closed' | 'not_open_yet' | 'deadline_passed';

/**
 * Returns the error code if students cannot submit work now, else null. Work is late from its due
 * time on, and also from the course's deadline on, since it can earn no credit any more.
 */
export function refusalOfSubmission(times: SubmissionPeriod, now: Date): Refusal | null {
  const { opens_at, due_at, state, course_state, deadline } = times;
  if (state !== 'open') return 'classroom_closed';
  if (course_state === 'closed' || course_state === 'archived') return 'course_closed';
  if (opens_at && opens_at > now) return 'not_open_yet';
  return [due_at, deadline].some((end) => end !== null && end <= now) ? 'deadline_passed' : null;
}
