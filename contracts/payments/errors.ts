/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const paymentsErrors = {
  bank_reference_used: 409,
  too_many_deposits: 409,
  wrong_currency: 409,
  method_not_offered: 409,
  out_of_stock: 409,
  invalid_iban: 400,
  wrong_cash_code: 409,
  nothing_to_pay: 409,
  paid_from_tomorrow: 409,
  not_sepa: 409,
  debtor_missing: 409,
  too_many_expenses: 409,
  digest_stale: 409,
  nobody_to_pay: 409,
  session_unpaid: 409,
  not_paid_by_answers: 409,
  paid_by_answers_before: 409,
  still_taking_part: 409,
  too_few_paid_alike: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof paymentsErrors, number> {}
}
