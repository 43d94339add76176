import type { CourseRow } from '../model/course.entity';
import { isDraftOrOpen, mayCourseStateFollow } from '../model/states.rule';

/** What an administrator may change of a course. */
export type CourseTermsInRow = Omit<CourseRow, 'id' | 'created_at'>;

/**
 * Returns the error code if a course's terms may not change from `before` to `after`, else null.
 * Looks only at fields whose value changes, because the web form sends the unchanged fields too.
 */
export function refusalOfCourseChange(
  before: CourseTermsInRow,
  after: CourseTermsInRow,
): 'illegal_transition' | 'course_closed' | null {
  const changed = changedCourseTerms(before, after);
  if (changed.has('state') && !mayCourseStateFollow(before.state, after.state))
    return 'illegal_transition';
  // Students may get credit from the moment at which a course is opened, so from then on the
  // credits per hour do not change.
  if (changed.has('credits_per_hour') && before.state !== 'draft') return 'illegal_transition';
  const isRunning = isDraftOrOpen(before.state) || isDraftOrOpen(after.state);
  if (!isRunning && (changed.has('deadline') || changed.has('required_credits')))
    return 'course_closed';
  return before.state === 'archived' && changed.size > 0 ? 'course_closed' : null;
}

/** The terms that differ. */
export function changedCourseTerms(
  before: CourseTermsInRow,
  after: CourseTermsInRow,
): ReadonlySet<keyof CourseTermsInRow> {
  const names = Object.keys(after) as (keyof CourseTermsInRow)[];
  return new Set(names.filter((name) => valueOf(before[name]) !== valueOf(after[name])));
}

const valueOf = (value: string | number | Date | null) =>
  value instanceof Date ? value.getTime() : value;
