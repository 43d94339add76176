/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const accountsErrors = {
  invalid_key: 400,
  already_confirmed: 400,
  sign_in_first: 403,
  email_not_verified: 403,
  researcher_deletion: 403,
  last_administrator: 409,
  other_registration: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof accountsErrors, number> {}
}
