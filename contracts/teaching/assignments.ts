import { z } from 'zod';
import { administratorsOnly, signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import type { DocumentedOperation } from '../base/non-json-operations';
import {
  hasAnyChange,
  EnteredInstant,
  Id,
  IdParams,
  Instant,
  singleLine,
  PageQuery,
  pageSchemaOf,
  multilineText,
} from '../base/fields';
import { limits } from '../base/limits';
import { teachingLimits } from './limits';

/**
 * `take_study`: take part in any study that offers credit, or in the given one. `alternative`: written work of equal
 * worth. `build_study`: build a study for the class, from the given template or from nothing.
 */
export const AssignmentKind = z.enum(['take_study', 'alternative', 'build_study']);
export type AssignmentKind = z.output<typeof AssignmentKind>;
/** `sent_back`: returned with an explanation; the student may submit again. */
export const SubmissionState = z.enum(['submitted', 'accepted', 'sent_back']);
export type SubmissionState = z.output<typeof SubmissionState>;

export const StudentSubmission = z
  .object({
    _id: Id,
    state: SubmissionState,
    text: z.string().nullable(),
    has_pdf: z.boolean(),
    /** Why the staff sent the submission back to the student. */
    words: z.string().nullable(),
    /** The day (UTC) of the last change of state. */
    day: z.iso.date(),
  })
  .meta({ id: 'OwnSubmission' });
export type StudentSubmission = z.output<typeof StudentSubmission>;

export const Assignment = z
  .object({
    _id: Id,
    kind: AssignmentKind,
    /**
     * The classroom of the assignment. Null for an alternative (written work) of a course: all
     * classrooms of the course share it.
     */
    classroom_id: Id.nullable(),
    course_id: Id.nullable(),
    title: z.string(),
    instructions: z.string(),
    /**
     * With the kind `take_study`: the study to take part in; null for any study that offers credit.
     * With the kind `build_study`: the template to build from; null to build without a template.
     */
    study: z.object({ _id: Id, title: z.string() }).nullable(),
    /** How long an alternative takes; null for a study, which states its minutes itself. */
    minutes: z.int().nullable(),
    /** The credit that the work earns in the classroom's course, in hundredths; null if there is no course. */
    credits: z.int().nullable(),
    opens_at: Instant.nullable(),
    due_at: Instant.nullable(),
    /** How many submissions still have to be read; null for students, who cannot read them. */
    waiting: z.int().nullable(),
    submission: StudentSubmission.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Assignment' });
export type Assignment = z.output<typeof Assignment>;

const details = {
  title: singleLine(limits.title),
  instructions: multilineText(teachingLimits.instructions),
  opens_at: EnteredInstant.nullable().optional(),
  due_at: EnteredInstant.nullable().optional(),
};
const minutes = z.int().min(1).max(teachingLimits.assignmentMinutes);
const NewAlternative = z.strictObject({ kind: z.literal('alternative'), ...details, minutes });
export const NewAssignment = z
  .discriminatedUnion('kind', [
    NewAlternative,
    z.strictObject({
      kind: z.literal('take_study'),
      ...details,
      study_id: Id.nullable().optional(),
    }),
    z.strictObject({
      kind: z.literal('build_study'),
      ...details,
      /** A template that is shared with the classroom. */
      study_id: Id.nullable().optional(),
    }),
  ])
  .meta({ id: 'NewAssignment' });
/** Changes an assignment. Its minutes cannot be changed once a student has submitted work (`illegal_transition`). */
export const AssignmentChange = z
  .strictObject({ ...details, minutes })
  .partial()
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'AssignmentChange' });

const read = { ...signedIn, policy: 'classroom.read' } as const;
const staff = { ...signedIn, policy: 'classroom.staff' } as const;
const manage = { ...signedIn, policy: 'classroom.manage' } as const;

export const listAssignments = endpoint('GET', '/api/classrooms/{id}/assignments/', {
  summary:
    'The assignments of a classroom and of its course, by due date; students see those that have opened',
  access: read,
  params: IdParams,
  query: z.object({ ...PageQuery }),
  replies: { 200: pageSchemaOf(Assignment) },
});
export const createAssignment = endpoint('POST', '/api/classrooms/{id}/assignments/', {
  summary: 'Create an assignment of a classroom',
  access: manage,
  params: IdParams,
  body: NewAssignment,
  replies: { 201: Assignment },
  errors: ['forbidden', 'classroom_closed', 'too_many_assignments'],
});
export const listCourseAssignments = endpoint('GET', '/api/courses/{id}/assignments/', {
  summary: 'The alternatives of a course',
  access: administratorsOnly,
  params: IdParams,
  query: z.object({ ...PageQuery }),
  replies: { 200: pageSchemaOf(Assignment) },
  errors: ['forbidden', 'second_factor_missing'],
});
export const createCourseAssignment = endpoint('POST', '/api/courses/{id}/assignments/', {
  summary: 'Create an alternative, for all classrooms of a course',
  access: administratorsOnly,
  params: IdParams,
  body: NewAlternative.meta({ id: 'NewAlternative' }),
  replies: { 201: Assignment },
  errors: ['forbidden', 'second_factor_missing', 'course_closed', 'too_many_assignments'],
});
export const changeAssignment = endpoint('PUT', '/api/assignments/{id}/', {
  summary: 'Change an assignment',
  access: { ...signedIn, policy: 'assignment.manage' },
  params: IdParams,
  body: AssignmentChange,
  replies: { 200: Assignment },
  errors: [
    'forbidden',
    'second_factor_missing',
    'illegal_transition',
    'classroom_closed',
    'course_closed',
  ],
});
/**
 * Deletes an assignment. Refuses an assignment with submissions (`illegal_transition`), and the
 * last alternative of an open course that requires credits (`alternative_missing`).
 */
export const removeAssignment = endpoint('DELETE', '/api/assignments/{id}/', {
  summary: 'Remove an assignment',
  access: { ...signedIn, policy: 'assignment.manage' },
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'second_factor_missing', 'illegal_transition', 'alternative_missing'],
});

export const NewSubmission = z
  .strictObject({ text: multilineText(teachingLimits.submissionText) })
  .meta({ id: 'NewSubmission' });
/**
 * Submits the work: a new submission replaces one that is waiting or was sent back. A PDF is sent as a file
 * (multipart/form-data).
 */
export const submitAssignment = endpoint('POST', '/api/assignments/{id}/submissions/', {
  summary: 'Hand in an alternative: text, or a PDF file',
  access: { ...signedIn, policy: 'assignment.submit' },
  params: IdParams,
  body: NewSubmission,
  file: { type: 'application/pdf', maxBytes: teachingLimits.submissionPdfBytes },
  replies: { 201: StudentSubmission },
  errors: [
    'forbidden',
    'classroom_closed',
    'course_closed',
    'deadline_passed',
    'not_open_yet',
    'submission_accepted',
    'unsupported_media_type',
    'too_large',
  ],
});

/** A submission as the staff read it: in random order, with a random number instead of a name. */
export const BlindSubmission = z
  .object({
    _id: Id,
    assignment_id: Id,
    assignment_title: z.string(),
    /** Six random digits, drawn for each submission. */
    number: z.string(),
    state: SubmissionState,
    text: z.string().nullable(),
    has_pdf: z.boolean(),
    words: z.string().nullable(),
    day: z.iso.date(),
  })
  .meta({ id: 'BlindSubmission' });
export type BlindSubmission = z.output<typeof BlindSubmission>;
/** Lists the submissions of this classroom, including those for alternatives of its course. */
export const listSubmissions = endpoint('GET', '/api/classrooms/{id}/submissions/', {
  summary: 'Submissions to read, without names',
  access: staff,
  params: IdParams,
  query: z.object({ state: SubmissionState.optional(), ...PageQuery }),
  replies: { 200: pageSchemaOf(BlindSubmission) },
  errors: ['forbidden'],
});
export const SubmissionVerdict = z
  .discriminatedUnion('state', [
    z.strictObject({ state: z.literal('accepted') }),
    z.strictObject({ state: z.literal('sent_back'), words: multilineText(teachingLimits.words) }),
  ])
  .meta({ id: 'SubmissionVerdict' });
/** A repeated call changes nothing. An accepted submission stays accepted: credit is never taken back. */
export const decideSubmission = endpoint('PUT', '/api/submissions/{id}/', {
  summary: 'Accept a submission, or send it back with words',
  access: { ...signedIn, policy: 'submission.decide' },
  params: IdParams,
  body: SubmissionVerdict,
  replies: { 200: BlindSubmission },
  errors: ['forbidden', 'submission_accepted', 'classroom_closed'],
});
export const submissionPdf: DocumentedOperation = {
  method: 'get',
  path: '/api/submissions/{id}/pdf/',
  summary: 'The PDF of a submission, for its student and its readers',
  access: { ...signedIn, policy: 'submission.read' },
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ],
  replies: {
    200: {
      description: 'The file, under its number',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  errors: ['unauthenticated', 'forbidden', 'not_found'],
};
