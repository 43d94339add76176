/** The business constants (docs/specification.md, 9; docs/domain.md, 10), and sizes of text fields. */
export const limits = {
  tokenHours: 12,
  /** Changing the ways to sign in requires a sign-in this recent (ASVS 5.0, 7.5.1). */
  recentSignInMinutes: 15,
  reviewsPerDay: 5,
  /** Years: an earlier date of birth counts as a typing error. */
  oldestAge: 130,
  rememberedTokenDays: 30,
  notificationMs: 2500,
  mobileBreakpointPx: 834,
  /** The minimum age in months of audit records before they may be deleted, unless configured otherwise. */
  auditMonths: 24,
  peopleSearchesPerAccountAndHour: 500,
  peopleSearchWords: 6,
  /** Upper bounds of the four duration labels, minutes; above the last: extra long. */
  durationLabels: { veryShort: 5, relativelyShort: 15, somewhatLong: 30 },
  password: { min: 8, max: 200 },
  name: 100,
  email: 254,
  title: 200,
  notes: 5_000,
  description: 20_000,
  durationMinutes: 10_080,
  moneyAmount: 100_000_00,
  pageSize: 50,
  pageSizeMax: 200,
  jsonBodyBytes: 100_000,
  /** The maximum length of one path segment in characters, far more than any id needs. */
  addressPart: 200,
} as const;
