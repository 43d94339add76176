import type { CourseState } from './courses';

/**
 * For each state of a course or a classroom, the states that may follow it, the most likely first
 * (docs/domain.md, 8).
 */
const next = {
  draft: ['open', 'archived'],
  open: ['closed'],
  closed: ['open', 'archived'],
  archived: [],
} as const satisfies Record<CourseState, readonly CourseState[]>;

/** The states that may follow a state; a state never follows itself. */
export const nextCourseStates = (state: CourseState): readonly Exclude<CourseState, 'draft'>[] =>
  next[state];
