/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const apiTokensErrors = {
  token_in_url: 400,
  scope_missing: 403,
  token_not_accepted: 403,
  token_bound: 403,
  too_many_api_tokens: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof apiTokensErrors, number> {}
}
