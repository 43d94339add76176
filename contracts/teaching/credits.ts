import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import type { DocumentedOperation } from '../base/non-json-operations';
import { Id, IdParams } from '../base/fields';
import { CourseSummary } from './courses';

/** What a student earned a credit for; no other person sees it. */
export const CreditSource = z.enum(['study', 'alternative']);
export type CreditSource = z.output<typeof CreditSource>;

export const Credit = z
  .object({
    _id: Id,
    source: CreditSource,
    /** The title of the study or of the alternative; null where it was deleted. */
    title: z.string().nullable(),
    minutes: z.int(),
    /** The course to which the credit counts; null while it counts to none. */
    course_id: Id.nullable(),
    /** The credit in hundredths, as the course counts it; null while it counts to no course. */
    credits: z.int().nullable(),
    /**
     * Whether the credit can still be moved to another course: until the deadline of its course.
     */
    movable: z.boolean(),
  })
  .meta({ id: 'Credit' });
export type Credit = z.output<typeof Credit>;

/** A course in which the caller is a student, through one of its classrooms. */
export const CourseCredits = z
  .object({
    course: CourseSummary,
    classroom: z.object({ _id: Id, title: z.string() }).nullable(),
    /** Hundredths of a credit. */
    earned: z.int(),
    missing: z.int(),
    /** Whether credit can still be earned: the course is open and its deadline has not passed. */
    open: z.boolean(),
  })
  .meta({ id: 'CreditCourse' });
export type CourseCredits = z.output<typeof CourseCredits>;

export const OwnCredits = z
  .object({
    courses: z.array(CourseCredits),
    /** Not ordered by time. */
    credits: z.array(Credit),
    /**
     * Titles of studies and alternatives whose credit has not been booked yet: credit from
     * anonymous sessions and for alternatives is booked on the day after the decision.
     */
    pending: z.array(z.object({ title: z.string(), minutes: z.int() })),
  })
  .meta({ id: 'OwnCredits' });
export type OwnCredits = z.output<typeof OwnCredits>;

export const readOwnCredits = endpoint('GET', '/api/credits/', {
  summary: 'The own credits, and what is missing',
  access: signedIn,
  replies: { 200: OwnCredits },
});
/**
 * Moves the complete credit to another course. `deadline_passed`: the deadline of one of the two
 * courses has passed. `not_member_of_course`: the caller is not a student of the other course.
 */
export const moveCredit = endpoint('PUT', '/api/credits/{id}/', {
  summary: 'Count a credit in another of the own courses',
  access: { ...signedIn, policy: 'credit.move' },
  params: IdParams,
  body: z.strictObject({ course_id: Id }).meta({ id: 'CreditMove' }),
  replies: { 200: Credit },
  errors: ['deadline_passed', 'not_member_of_course', 'course_closed'],
});

/**
 * A line of the gradebook, about one student. The sums are those at the beginning of the day (UTC).
 */
export const GradebookLine = z
  .object({
    member_id: Id,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    student_number: z.string().nullable(),
    /** Hundredths of a credit. */
    required: z.int(),
    earned: z.int(),
  })
  .meta({ id: 'GradebookLine' });
export type GradebookLine = z.output<typeof GradebookLine>;
export const Gradebook = z
  .object({
    /** The sums are those at the beginning of this day (UTC). */
    day: z.iso.date(),
    lines: z.array(GradebookLine),
  })
  .meta({ id: 'Gradebook' });
export type Gradebook = z.output<typeof Gradebook>;
/** Answers `course_missing` if the classroom belongs to no course. */
export const readGradebook = endpoint('GET', '/api/classrooms/{id}/gradebook/', {
  summary: 'What each student of a classroom has earned, by name',
  access: { ...signedIn, policy: 'classroom.staff' },
  params: IdParams,
  replies: { 200: Gradebook },
  errors: ['forbidden', 'course_missing'],
});
export const gradebookFile: DocumentedOperation = {
  method: 'get',
  path: '/api/classrooms/{id}/gradebook/export/',
  summary: 'The gradebook as a table for spreadsheets (CSV, UTF-8 with a byte order mark)',
  access: { ...signedIn, policy: 'classroom.staff' },
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ],
  replies: {
    200: {
      description:
        'Name, address, student number, required and earned credits; no field begins a formula',
      content: { 'text/csv': { schema: { type: 'string' } } },
    },
  },
  errors: ['unauthenticated', 'forbidden', 'not_found', 'course_missing'],
};
