import { z } from 'zod';
import { researchersOnly, signedIn } from '../base/access';
import { withoutPlaceholders } from '../base/blanks';
import { endpoint } from '../base/endpoint';
import {
  hasAnyChange,
  Email,
  EnteredInstant,
  Id,
  IdParams,
  Instant,
  singleLine,
  optionalMultilineText,
  PageQuery,
  pageSchemaOf,
} from '../base/fields';
import { limits } from '../base/limits';
import { MailDomain } from '../base/mail-domain';
import { CourseSummary } from './courses';
import { teachingLimits } from './limits';

export const ClassroomState = z.enum(['draft', 'open', 'closed', 'archived']);
export type ClassroomState = z.output<typeof ClassroomState>;
export const ClassroomRole = z.enum(['instructor', 'assistant', 'student']);
export type ClassroomRole = z.output<typeof ClassroomRole>;

/**
 * A code with which students join a classroom. With `domain`, only accounts with a verified email
 * address of this domain may use it.
 */
export const JoinCode = z
  .object({
    code: z.string(),
    /** How often the code can still be used; null for any number. */
    uses_left: z.int().nullable(),
    expires_at: Instant.nullable(),
    domain: z.string().nullable(),
  })
  .meta({ id: 'JoinCode' });
export type JoinCode = z.output<typeof JoinCode>;
export const Classroom = z
  .object({
    _id: Id,
    title: z.string(),
    state: ClassroomState,
    /** The course to which the classroom belongs; null for a classroom without one. */
    course: CourseSummary.nullable(),
    /**
     * The caller's membership. The caller leaves the classroom by deleting the member with this id.
     */
    role: ClassroomRole,
    member_id: Id,
    student_number: z.string().nullable(),
    /** Names of the instructors. */
    instructors: z.array(z.string()),
    /** How many members have each role; null for students. */
    counts: z.object({ instructors: z.int(), assistants: z.int(), students: z.int() }).nullable(),
    /** Whether students of the classroom may build studies, only for their class. */
    students_build: z.boolean(),
    /**
     * The classroom's own consent form for class studies; null where it has none, and for students.
     */
    consent_text: z.string().nullable(),
    /**
     * The consent form in force for class studies: the course's, or else the classroom's own; null
     * where there is none.
     */
    consent_in_force: z.string().nullable(),
    /** The join code that students can use now; null if no code is active, and for students. */
    join_code: JoinCode.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Classroom' });
export type Classroom = z.output<typeof Classroom>;

export const NewClassroom = z
  .strictObject({ title: singleLine(limits.title), course_id: Id.nullable().optional() })
  .meta({ id: 'NewClassroom' });
export const ClassroomChange = z
  .strictObject({
    title: singleLine(limits.title),
    /**
     * The course of the classroom. It can be changed only while the classroom is a draft, which has
     * no students yet.
     */
    course_id: Id.nullable(),
    /**
     * The next state of the classroom. Allowed: `draft` → `open` → `closed` ⇄ `open`, `closed` → `archived`; a draft
     * may be archived.
     */
    state: ClassroomState.exclude(['draft']),
    /**
     * Whether students may build studies. This needs a consent form of the course or the classroom
     * (`consent_missing`).
     */
    students_build: z.boolean(),
    consent_text: withoutPlaceholders(optionalMultilineText(teachingLimits.consentText)).nullable(),
  })
  .partial()
  .refine(hasAnyChange, { error: 'nothing_to_change' })
  .meta({ id: 'ClassroomChange' });
export const NewJoinCode = z
  .strictObject({
    uses: z.int().min(1).max(teachingLimits.joinCodeUses).nullable().optional(),
    expires: EnteredInstant.nullable().optional(),
    domain: MailDomain.nullable().optional(),
  })
  .meta({ id: 'NewJoinCode' });

export const ClassroomMember = z
  .object({
    /** The membership's id. */
    _id: Id,
    role: ClassroomRole,
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    student_number: z.string().nullable(),
    /** The day (UTC) on which the member joined. */
    joined_on: z.iso.date(),
    own: z.boolean(),
  })
  .meta({ id: 'ClassroomMember' });
export type ClassroomMember = z.output<typeof ClassroomMember>;
export const ClassroomInvitation = z
  .object({ _id: Id, email: z.string(), role: ClassroomRole, expires_at: Instant })
  .meta({ id: 'ClassroomInvitation' });
export type ClassroomInvitation = z.output<typeof ClassroomInvitation>;

const manage = { ...signedIn, policy: 'classroom.manage' } as const;
const read = { ...signedIn, policy: 'classroom.read' } as const;
const staff = { ...signedIn, policy: 'classroom.staff' } as const;

export const listClassrooms = endpoint('GET', '/api/classrooms/', {
  summary: 'The classrooms of which the caller is a member, newest first',
  access: signedIn,
  query: z.object({
    role: ClassroomRole.optional(),
    state: ClassroomState.optional(),
    ...PageQuery,
  }),
  replies: { 200: pageSchemaOf(Classroom) },
});
export const createClassroom = endpoint('POST', '/api/classrooms/', {
  summary: 'Create a classroom, as a draft; the caller is its instructor',
  access: researchersOnly,
  body: NewClassroom,
  replies: { 201: Classroom },
  errors: ['forbidden', 'researcher_not_approved', 'too_many_classrooms', 'course_closed'],
});
export const readClassroom = endpoint('GET', '/api/classrooms/{id}/', {
  summary: 'A classroom of which the caller is a member',
  access: read,
  params: IdParams,
  replies: { 200: Classroom },
});
export const changeClassroom = endpoint('PUT', '/api/classrooms/{id}/', {
  summary: 'Change, open, close or archive a classroom',
  access: manage,
  params: IdParams,
  body: ClassroomChange,
  replies: { 200: Classroom },
  errors: [
    'forbidden',
    'illegal_transition',
    'course_closed',
    'alternative_missing',
    'consent_missing',
  ],
});
/** Makes a new join code; the previous code stops working immediately. */
export const renewJoinCode = endpoint('POST', '/api/classrooms/{id}/join-code/', {
  summary: 'A new join code',
  access: manage,
  params: IdParams,
  body: NewJoinCode,
  replies: { 201: JoinCode },
  errors: ['forbidden', 'classroom_closed'],
});
export const removeJoinCode = endpoint('DELETE', '/api/classrooms/{id}/join-code/', {
  summary: 'No join code any more',
  access: manage,
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden'],
});
export const listMembers = endpoint('GET', '/api/classrooms/{id}/members/', {
  summary: 'The members, by role and name',
  access: staff,
  params: IdParams,
  query: z.object({ ...PageQuery }),
  replies: { 200: pageSchemaOf(ClassroomMember) },
  errors: ['forbidden'],
});
/** Only an approved researcher can become an instructor. */
export const changeMember = endpoint('POST', '/api/classrooms/{id}/members/', {
  summary: 'Give a member another role',
  access: manage,
  params: IdParams,
  body: z.strictObject({ member: Id, role: ClassroomRole }).meta({ id: 'ClassroomMemberChange' }),
  replies: { 200: ClassroomMember },
  errors: ['forbidden', 'last_instructor', 'researcher_not_approved', 'classroom_closed'],
});
/**
 * Removes a member from a classroom: members can remove themselves, and instructors can remove others. Credit that the
 * member has earned is kept.
 */
export const removeMember = endpoint('DELETE', '/api/classrooms/{id}/members/{member}/', {
  summary: 'Remove a member, or leave',
  access: read,
  params: z.strictObject({ id: Id, member: Id }),
  replies: { 204: null },
  errors: ['forbidden', 'last_instructor'],
});
/**
 * Invites email addresses. Each new address gets a mail, whether or not it has an account; an
 * address with an open invitation gets no further mail.
 */
export const inviteMembers = endpoint('POST', '/api/classrooms/{id}/invitations/', {
  summary: 'Invite addresses',
  access: manage,
  params: IdParams,
  body: z
    .strictObject({
      emails: z.array(Email).min(1).max(teachingLimits.invitedAtOnce),
      role: ClassroomRole.default('student'),
    })
    .meta({ id: 'NewClassroomInvitations' }),
  replies: { 201: z.object({ invited: z.int() }) },
  errors: ['forbidden', 'researcher_not_approved', 'classroom_closed', 'too_many_invitations'],
});
export const listInvitations = endpoint('GET', '/api/classrooms/{id}/invitations/', {
  summary: 'Invitations that wait for an answer',
  access: staff,
  params: IdParams,
  query: z.object({ ...PageQuery }),
  replies: { 200: pageSchemaOf(ClassroomInvitation) },
  errors: ['forbidden'],
});
export const withdrawInvitation = endpoint(
  'DELETE',
  '/api/classrooms/{id}/invitations/{invitation}/',
  {
    summary: 'Withdraw an invitation',
    access: manage,
    params: z.strictObject({ id: Id, invitation: Id }),
    replies: { 204: null },
    errors: ['forbidden'],
  },
);
