/** Error codes of the API and their HTTP statuses (contracts/base/errors.ts). A code never changes. */
export const studyFilesErrors = {
  archive_refused: 400,
  timeline_invalid: 400,
  reasons_missing: 409,
  rehearsal_missing: 409,
  timeline_changed: 409,
  timeline_files_full: 409,
  version_in_use: 409,
  no_jatos_archive: 409,
  psychojs_not_for_jatos: 409,
  jatos_description_refused: 409,
  too_many_versions: 409,
} as const;

declare module '../base/errors' {
  interface ErrorCodes extends Record<keyof typeof studyFilesErrors, number> {}
}
