/**
 * The business constants of docs/specification.md, 9 and docs/domain.md, 10, and the sizes that
 * every text field keeps to.
 */
export const limits = {
  deletionDays: 30,
  deletionReminderDays: 7,
  resetCodeHours: 24,
  resetCodeTries: 5,
  verificationKeyHours: 24,
  tokenHours: 12,
  /** Changing how one signs in asks for a sign-in this recent (ASVS 5.0, 7.5.1). */
  recentSignInMinutes: 15,
  oidcFlowMinutes: 10,
  /** A whole lecture hall behind one address may begin a sign-in; nobody fills the table. */
  oidcFlowsPerAddressAndHour: 3_000,
  /** A client whose answer was lost sends the same ID token again; later it is a stolen one. */
  idTokenRetryMinutes: 2,
  linkTokenMinutes: 15,
  secondFactorMinutes: 5,
  secondFactorTries: 5,
  /**
   * Over all sign-ins of an account: whoever has its password must not try all codes by signing in
   * again and again.
   */
  secondFactorFailuresPerAccount: 10,
  recoveryCodes: 10,
  passkeys: 10,
  samlCodeSeconds: 60,
  samlMetadata: 90_000,
  /** Bytes of the form that a browser brings a provider's response in. */
  samlResponseForm: 300_000,
  exportDays: 7,
  /** How long it is told that a copy was there and is gone. */
  expiredExportDays: 30,
  exportsPerDay: 5,
  reviewsPerDay: 5,
  exportUrlMinutes: 10,
  /** Years: a date of birth before is a slip of the pen. */
  oldestAge: 130,
  rememberedTokenDays: 30,
  notificationMs: 2500,
  mobileBreakpointPx: 834,
  offerHours: 24,
  startWithinMinutes: 1440,
  signInFailuresPerAccount: 5,
  signInFailuresPerAddressAndHour: 50,
  registrationsPerAddressAndHour: 30,
  /**
   * Mails that anybody may cause to anybody, each kind by itself: about a registration, a
   * verification asked for again, reset codes. Above it nothing is sent, and nobody is told.
   */
  mailsPerAddressAndHour: 20,
  /**
   * The share of each of these that one place in the network has, so that a stranger uses up only
   * their own.
   */
  mailsPerAddressNetworkAndHour: 10,
  peopleSearchesPerAccountAndHour: 500,
  peopleSearchWords: 6,
  /** Upper bounds of the four duration labels, minutes; above the last: extra long. */
  durationLabels: { veryShort: 5, relativelyShort: 15, somewhatLong: 30 },
  password: { min: 8, max: 200 },
  name: 100,
  email: 254,
  title: 200,
  notes: 5_000,
  /**
   * Why an administrator asks for the deletion of an account: a word too many is a name too many.
   */
  deletionReason: { min: 5, max: 500 },
  description: 20_000,
  consentMarkdown: 30_000,
  capacity: 100_000,
  durationMinutes: 10_080,
  moneyAmount: 100_000_00,
  pageSize: 50,
  pageSizeMax: 200,
  jsonBodyBytes: 100_000,
  /** Of a path, between two slashes: far more than any id. */
  addressPart: 200,
  consentPdfBytes: 30_000_000,
  /** Fan-out: a leading update, then at most this many a second and session. */
  liveUpdatesPerSecond: 10,
} as const;
