import type { CourseSummary } from '../../../contracts/teaching/courses';

/** SQL: the columns of the contract's `CourseSummary`. @param c an alias of identity.course */
export const courseTermsColumns = (c: string): string =>
  `${c}.id AS _id, ${c}.title, ${c}.code, ${c}.term, ${c}.organization, ${c}.required_credits, ${c}.credits_per_hour,
   ${c}.deadline, ${c}.state`;

export type CourseTermsRow = Omit<CourseSummary, 'deadline'> & { deadline: Date };

export const courseTermsOf = (row: CourseTermsRow): CourseSummary => ({
  ...row,
  deadline: row.deadline.toISOString(),
});

/**
 * SQL: a course's terms as one JSON value. Its deadline is in milliseconds since 1970, since a time
 * in JSON would depend on the connection's time zone. Null where `c` has no row.
 */
export const courseTermsJson = (c: string): string =>
  `CASE WHEN ${c}.id IS NOT NULL THEN jsonb_build_object('_id', ${c}.id, 'title', ${c}.title, 'code', ${c}.code,
     'term', ${c}.term, 'organization', ${c}.organization, 'required_credits', ${c}.required_credits,
     'credits_per_hour', ${c}.credits_per_hour, 'deadline', (extract(epoch FROM ${c}.deadline) * 1000)::bigint,
     'state', ${c}.state) END`;

export type CourseTermsInJson = Omit<CourseSummary, 'deadline'> & { deadline: number };

export const courseTermsOfJson = (row: CourseTermsInJson): CourseSummary =>
  courseTermsOf({ ...row, deadline: new Date(row.deadline) });
