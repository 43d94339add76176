/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const collaboratorsErrors = {
  take_over_not_approved: 403,
  too_many_collaborators: 409,
  takes_part: 409,
  offer_open: 409,
  study_tied: 409,
  study_holds_money: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof collaboratorsErrors, number> {}
}
