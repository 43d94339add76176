/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const ledgerErrors = {
  insufficient_funds: 409,
  idempotency_conflict: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof ledgerErrors, number> {}
}
