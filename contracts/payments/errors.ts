/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const paymentsErrors = {
  bank_reference_used: 409,
  too_many_deposits: 409,
  wrong_currency: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof paymentsErrors, number> {}
}
