import type { CourseState } from '../../../contracts/teaching/courses';
import { nextCourseStates } from '../../../contracts/teaching/states.rule';

/** Whether a course or a classroom may change from one state to another. */
export const mayCourseStateFollow = (from: CourseState, to: CourseState): boolean =>
  nextCourseStates(from).some((state) => state === to);

/** Whether classrooms may be added to a course in this state. */
export const isDraftOrOpen = (state: CourseState): boolean => state === 'draft' || state === 'open';
