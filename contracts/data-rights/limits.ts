/** Business constants, sizes and rates (docs/domain.md, 10). */
export const dataRightsLimits = {
  exportDays: 7,
  /** For how many days an expired export stays listed. */
  expiredExportDays: 30,
  exportsPerDay: 5,
  exportUrlMinutes: 10,
} as const;
