/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const studiesErrors = {
  other_consent_in_force: 409,
  would_reveal: 409,
  study_archived: 409,
  study_changed: 409,
  study_recruiting: 409,
  /** A change that class studies do not allow: they are anonymous, unpaid, and recruit only in their class. */
  sandbox_only: 409,
  /** No instructor has approved the class study. */
  review_needed: 409,
  /** The study has changed since it was approved. */
  version_changed: 409,
  /** The student has reached the number of studies that one class allows. */
  too_many_class_studies: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof studiesErrors, number> {}
}
