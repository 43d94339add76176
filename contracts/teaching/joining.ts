import { z } from 'zod';
import { signedIn } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Id, optionalSingleLine } from '../base/fields';
import { Classroom, ClassroomRole } from './classrooms';
import { CourseSummary } from './courses';
import { teachingLimits } from './limits';

/**
 * A join code, in upper or lower case, with or without spaces and hyphens; or the longer code of an invitation, which
 * only the invited address can use.
 */
const GivenCode = z.string().trim().min(1).max(100);
/** What a person with a join code reads before joining. */
export const JoinPreview = z
  .object({
    title: z.string(),
    instructors: z.array(z.string()),
    course: CourseSummary.nullable(),
    role: ClassroomRole,
    /** The id of the classroom; null unless the caller is already a member. */
    classroom_id: Id.nullable(),
  })
  .meta({ id: 'JoinPreview' });
export type JoinPreview = z.output<typeof JoinPreview>;
const codeErrors = [
  'invalid_join_code',
  'mail_domain_required',
  'email_not_verified',
  'too_many_requests',
] as const;
export const previewJoin = endpoint('POST', '/api/join-codes/', {
  summary: 'The classroom behind a code',
  access: signedIn,
  body: z.strictObject({ code: GivenCode }).meta({ id: 'GivenJoinCode' }),
  replies: { 200: JoinPreview },
  errors: codeErrors,
});
/**
 * Joins a classroom by its code. If the caller is already a member, the answer is 200, and the code
 * does not count as used.
 */
export const joinClassroom = endpoint('POST', '/api/memberships/', {
  summary: 'Join a classroom',
  access: signedIn,
  body: z
    .strictObject({
      code: GivenCode,
      student_number: optionalSingleLine(teachingLimits.studentNumber).nullable().optional(),
    })
    .meta({ id: 'NewMembership' }),
  replies: { 200: Classroom, 201: Classroom },
  errors: [...codeErrors, 'researcher_not_approved', 'too_many_members', 'too_many_classrooms'],
});
