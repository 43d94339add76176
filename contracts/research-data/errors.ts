/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const researchDataErrors = {
  bundle_invalid: 400,
  outside_data_refused: 400,
  export_under_way: 409,
  export_outdated: 409,
  recordings_too_large: 409,
  outside_data_twice: 409,
  too_many_outside_files: 409,
  not_external: 409,
  variable_changed: 409,
  too_many_variables: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof researchDataErrors, number> {}
}
