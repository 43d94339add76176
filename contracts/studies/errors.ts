/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const studiesErrors = {
  other_consent_in_force: 409,
  would_reveal: 409,
  study_archived: 409,
  study_changed: 409,
  study_recruiting: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof studiesErrors, number> {}
}
