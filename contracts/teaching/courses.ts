import { z } from 'zod';
import { administratorsOnly, researchersOnly } from '../base/access';
import { withoutPlaceholders } from '../base/blanks';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  EnteredInstant,
  Id,
  IdParams,
  Instant,
  singleLine,
  optionalSingleLine,
  optionalMultilineText,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { limits } from '../base/limits';
import { teachingLimits } from './limits';

export const CourseState = z.enum(['draft', 'open', 'closed', 'archived']);
export type CourseState = z.output<typeof CourseState>;

/** Credits in hundredths: 1.00 is 100. */
export const Credits = z.int().min(0).max(teachingLimits.requiredCredits);

/** A course as its teachers and students read it. */
export const CourseSummary = z
  .object({
    _id: Id,
    title: z.string(),
    code: z.string(),
    term: z.string(),
    organization: z.string().nullable(),
    /** Hundredths of a credit; 0 where the course asks for none. */
    required_credits: z.int(),
    credits_per_hour: z.int(),
    deadline: Instant,
    state: CourseState,
  })
  .meta({ id: 'CourseTerms' });
export type CourseSummary = z.output<typeof CourseSummary>;

export const Course = CourseSummary.extend({
  /** The consent form under which students of its classrooms recruit; null where each classroom has its own. */
  consent_text: z.string().nullable(),
  classrooms: z.int(),
  students: z.int(),
  /**
   * How many alternatives of equal worth the course and its classrooms have. An alternative is
   * written work in place of studies. It is of equal worth if it gives as much credit per hour as
   * studies do.
   */
  alternatives: z.int(),
  created_at: Instant,
}).meta({ id: 'Course' });
export type Course = z.output<typeof Course>;

const ofAdministrators = ['forbidden', 'second_factor_missing'] as const;
const details = {
  title: singleLine(limits.title),
  code: singleLine(teachingLimits.code),
  term: singleLine(teachingLimits.term),
  organization: optionalSingleLine(teachingLimits.organization).nullable().optional(),
  required_credits: Credits,
  credits_per_hour: z.int().min(1).max(teachingLimits.creditsPerHour),
  deadline: EnteredInstant,
  consent_text: withoutPlaceholders(optionalMultilineText(teachingLimits.consentText))
    .nullable()
    .optional(),
};
export const NewCourse = z.strictObject(details).meta({ id: 'NewCourse' });
export const CourseChange = z
  .strictObject({
    ...details,
    /**
     * The next state of the course. Allowed: `draft` → `open` → `closed` ⇄ `open`, `closed` →
     * `archived`; a draft may be archived.
     */
    state: CourseState.exclude(['draft']),
  })
  .partial()
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'CourseChange' });
/** Copies a course for another term. */
export const CourseRepeat = z
  .strictObject({ term: singleLine(teachingLimits.term), deadline: EnteredInstant })
  .meta({ id: 'CourseRepeat' });

export const listCourses = endpoint('GET', '/api/courses/', {
  summary: 'All courses, those with the latest deadline first',
  access: administratorsOnly,
  query: z.object({
    state: CourseState.optional(),
    text: z.string().max(200).optional(),
    ...PageQuery,
  }),
  replies: { 200: pageSchemaOf(Course) },
  errors: ofAdministrators,
});
export const createCourse = endpoint('POST', '/api/courses/', {
  summary: 'Create a course, as a draft',
  access: administratorsOnly,
  body: NewCourse,
  replies: { 201: Course },
  errors: ofAdministrators,
});
export const readCourse = endpoint('GET', '/api/courses/{id}/', {
  summary: 'A course',
  access: administratorsOnly,
  params: IdParams,
  replies: { 200: Course },
  errors: ofAdministrators,
});
/**
 * Changes a course. A course that requires credits can open only once it has an alternative that
 * gives as much credit per hour as studies do (`alternative_missing`). When the course has opened,
 * `credits_per_hour` cannot change any more (`illegal_transition`). The consent form cannot be
 * removed while students of a classroom build studies under it (`consent_missing`).
 */
export const changeCourse = endpoint('PUT', '/api/courses/{id}/', {
  summary: 'Change, open, close or archive a course',
  access: administratorsOnly,
  params: IdParams,
  body: CourseChange,
  replies: { 200: Course },
  errors: [
    ...ofAdministrators,
    'alternative_missing',
    'illegal_transition',
    'course_closed',
    'consent_missing',
  ],
});
/**
 * Makes a draft of the course for another term, with the same settings and with copies of its
 * alternatives, without classrooms.
 */
export const repeatCourse = endpoint('POST', '/api/courses/{id}/copies/', {
  summary: 'Repeat a course for another term',
  access: administratorsOnly,
  params: IdParams,
  body: CourseRepeat,
  replies: { 201: Course },
  errors: ofAdministrators,
});
/** Lists the courses that a person who creates a classroom can choose: drafts and open courses. */
export const listOfferedCourses = endpoint('GET', '/api/courses/offered/', {
  summary: 'Courses to which a classroom can belong',
  access: researchersOnly,
  query: z.object({ text: z.string().max(200).optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(CourseSummary) },
  errors: ['forbidden'],
});
