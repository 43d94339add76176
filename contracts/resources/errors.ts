/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const resourcesErrors = {
  quota_exceeded: 409,
  checksum_mismatch: 409,
  path_taken: 409,
  infected: 409,
  still_checked: 409,
  too_many_resources: 409,
  too_many_file_versions: 409,
  folder_in_itself: 409,
  no_location: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof resourcesErrors, number> {}
}
