/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const runtimeErrors = {
  data_incomplete: 409,
  record_differs: 409,
  record_gap: 409,
  taken_over: 409,
  run_ended: 409,
  run_full: 409,
  nothing_to_rehearse: 409,
  wrong_hash: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof runtimeErrors, number> {}
}
