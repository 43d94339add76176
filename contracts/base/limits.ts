/** The business constants (docs/specification.md, 9; docs/domain.md, 10), and sizes of text fields. */
export const limits = {
  tokenHours: 12,
  /**
   * A person who changes the ways to sign in must have signed in within this number of minutes
   * (ASVS 5.0, 7.5.1).
   */
  recentSignInMinutes: 15,
  reviewsPerDay: 5,
  /** The highest age in years; an earlier date of birth counts as a typing error. */
  oldestAge: 130,
  rememberedTokenDays: 30,
  notificationMs: 2500,
  mobileBreakpointPx: 834,
  /**
   * The minimum age in months at which audit records may be deleted, unless the operator configures
   * another age.
   */
  auditMonths: 24,
  peopleSearchesPerAccountAndHour: 500,
  peopleSearchWords: 6,
  /** Upper limits of the duration labels in minutes; a longer study is labelled "extra long". */
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
