/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const teachingErrors = {
  /**
   * A code that does not exist, has expired, is used up, or belongs to a classroom that is not
   * open: all give the same error.
   */
  invalid_join_code: 404,
  /** Only accounts with an email address of a certain domain may use the code. */
  mail_domain_required: 403,
  classroom_closed: 409,
  course_closed: 409,
  alternative_missing: 409,
  deadline_passed: 409,
  last_instructor: 409,
  too_many_classrooms: 409,
  too_many_members: 409,
  too_many_invitations: 409,
  too_many_assignments: 409,
  not_open_yet: 409,
  submission_accepted: 409,
  not_member_of_course: 409,
  course_missing: 409,
  /** The operation applies only to class studies. */
  not_class_study: 409,
  too_many_comments: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof teachingErrors, number> {}
}
