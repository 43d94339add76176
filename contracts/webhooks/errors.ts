/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const webhooksErrors = {
  too_many_webhooks: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof webhooksErrors, number> {}
}
