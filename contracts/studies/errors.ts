/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const studiesErrors = {
  other_consent_in_force: 409,
  would_reveal: 409,
  study_archived: 409,
  study_changed: 409,
  study_recruiting: 409,
  /** What a study of a class may not be or have: it is anonymous, unpaid, and recruits in its class alone. */
  sandbox_only: 409,
  /** No instructor has approved the study of a class. */
  review_needed: 409,
  /** What was approved is not what there is now. */
  version_changed: 409,
  /** A student made as many studies for one class as there may be. */
  too_many_class_studies: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof studiesErrors, number> {}
}
