/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const externalReturnsErrors = {
  invalid_return_token: 401,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof externalReturnsErrors, number> {}
}
