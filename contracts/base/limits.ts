/** The business constants (docs/specification.md, 9; docs/domain.md, 10), and sizes of text fields. */
export const limits = {
  deletionDays: 30,
  deletionReminderDays: 7,
  resetCodeHours: 24,
  /** Wrong ones from a network; from all networks together it ends at the other number. */
  resetCodeTries: 5,
  resetCodeTriesOfAll: 100,
  verificationKeyHours: 24,
  tokenHours: 12,
  /** Changing the ways to sign in requires a sign-in this recent (ASVS 5.0, 7.5.1). */
  recentSignInMinutes: 15,
  oidcFlowMinutes: 10,
  /** A whole lecture hall behind one address may start sign-ins, but no client fills the table. */
  oidcFlowsPerAddressAndHour: 3_000,
  /** Whose response was lost retries with the same ID token; a later use counts as theft. */
  idTokenRetryMinutes: 2,
  linkTokenMinutes: 15,
  secondFactorMinutes: 5,
  secondFactorTries: 5,
  /**
   * Counted over all sign-ins of an account: an attacker who has its password must not try all
   * codes by signing in repeatedly.
   */
  secondFactorFailuresPerAccount: 10,
  /** A day's, from all browsers and networks that are not known together. */
  secondFactorFailuresFromElsewhere: 100,
  recoveryCodes: 10,
  passkeys: 10,
  samlCodeSeconds: 60,
  /** How long other certificates of an organization wait for an administrator who may object. */
  ssoTrustHours: 24,
  samlFaultDays: 30,
  samlMetadata: 90_000,
  /** Bytes of the form in which a browser posts a provider's response. */
  samlResponseForm: 100_000,
  /** Of a researcher. */
  webhooks: 10,
  /** Collaborators of a study, with those who are invited. */
  collaborators: 50,
  /** How long an invitation to a study waits for its answer. */
  studyInvitationHours: 14 * 24,
  /** How long a study that is offered to another owner waits for the answer. */
  studyOfferHours: 14 * 24,
  /** How long a webhook's former secret signs, too. */
  webhookFormerSecretHours: 24,
  /** How long what was sent to a webhook is kept. */
  webhookLogDays: 30,
  /** Of a researcher; those that have expired do not count. */
  apiTokens: 20,
  /** Studies that one API token may be bound to. */
  apiTokenStudies: 20,
  /** Days that an API token may be given. */
  apiTokenDays: [30, 90, 365],
  /** How long an expired API token stays listed. */
  expiredApiTokenDays: 30,
  apiTokensMadePerDay: 40,
  apiTokenRequestsPerMinute: 300,
  /** Pages of lists of participants, by all API tokens of a researcher. */
  apiTokenExportsPerHour: 120,
  exportDays: 7,
  /** How long an expired export stays listed. */
  expiredExportDays: 30,
  exportsPerDay: 5,
  reviewsPerDay: 5,
  exportUrlMinutes: 10,
  /** Years: an earlier date of birth counts as a typing error. */
  oldestAge: 130,
  rememberedTokenDays: 30,
  notificationMs: 2500,
  mobileBreakpointPx: 834,
  offerHours: 24,
  /** Days until an unreviewed completion is approved, and to overturn a decision; characters of a rejection's reason, at least. */
  reviewDays: 21,
  overturnDays: 30,
  rejectionReason: 100,
  /** Decisions in one call, and the bytes of its body: each may carry a reason. */
  decisionsAtOnce: 10_000,
  decisionsBytes: 6_000_000,
  startWithinMinutes: 1440,
  /** How long the counts of failed sign-ins are kept. */
  failedSignInDays: 90,
  /** Records of the audit log that are younger are never cut off, where nothing else is configured. */
  auditMonths: 24,
  /** Of an account and a network, or of a browser in which the account holder signed in before. */
  signInFailuresPerAccount: 5,
  /**
   * Consecutive failures of an account from all browsers and networks that are not known together
   * (NIST SP 800-63B, 3.2.2), and the days after which they are forgotten.
   */
  signInFailuresFromElsewhere: 100,
  signInFailuresFromElsewhereDays: 30,
  /** Right passwords: each costs a hash and leaves a token. */
  signInsPerAccountAndHour: 30,
  /** A further sign-in ends the oldest. */
  openSignIns: 50,
  /** How long a browser or a network is known after the last sign-in from there. */
  knownPlaceDays: 180,
  /** Known browsers of an account, and known networks. */
  knownPlaces: 20,
  signInFailuresPerAddressAndHour: 50,
  registrationsPerAddressAndHour: 30,
  /**
   * Mails that an unauthenticated request can cause, each kind counted separately: about a
   * registration, a repeated verification, reset codes. Above the limit no mail is sent, and the
   * response stays the same.
   */
  mailsPerAddressAndHour: 20,
  /**
   * The share of each of these limits that one network may use, so that an attacker exhausts only
   * their own share.
   */
  mailsPerAddressNetworkAndHour: 10,
  peopleSearchesPerAccountAndHour: 500,
  peopleSearchWords: 6,
  deletionRequestsPerDay: 3,
  /** Upper bounds of the four duration labels, minutes; above the last: extra long. */
  durationLabels: { veryShort: 5, relativelyShort: 15, somewhatLong: 30 },
  password: { min: 8, max: 200 },
  name: 100,
  email: 254,
  title: 200,
  notes: 5_000,
  message: 5_000,
  messagesPerAccountAndHour: 120,
  /** Bookings, moves and cancelled bookings of slots. */
  bookingsPerAccountAndHour: 60,
  /** Of one slot: other places or links, of which each participant who booked it gets a mail. */
  slotPlacesPerHour: 20,
  /** Messages are deleted so many days after the participation's last transition. */
  messageDays: 90,
  /** Characters of why a message is reported. */
  messageReport: 1_000,
  /** Messages to all participants of a session in some states, which one person may send. */
  broadcastsPerAccountAndHour: 20,
  messageReportsPerAccountAndHour: 20,
  /**
   * The reason for deleting an account by an administrator: short, because a longer text is more
   * likely to contain personal data.
   */
  deletionReason: { min: 5, max: 500 },
  description: 20_000,
  consentMarkdown: 30_000,
  /** Languages of one version of a consent form, and bytes of all of them in one call. */
  consentLanguages: 10,
  consentBytes: 2_000_000,
  /** Questions about a consent form, the choices of one, tries at most, characters of each part. */
  questions: 10,
  questionChoices: 8,
  questionTries: 20,
  questionText: 500,
  questionChoice: 300,
  questionExplanation: 1_000,
  /** How long it is kept who tried how often; afterwards one begins anew. */
  comprehensionDays: 90,
  capacity: 100_000,
  /** Slots of one session, seats of one slot, and minutes of one. */
  slots: 1_000,
  slotSeats: 500,
  slotMinutes: 720,
  /** Hours before a slot until which people book, move and cancel, where nothing else is set. */
  slotChangeHours: 24,
  /** A seat ends so many days after its slot if no researcher noted who came. */
  attendanceDays: 7,
  /** Who had booked which slot is kept for so many days after it. */
  bookingDays: 30,
  /** docs/domain.md, 4 and 5: with fewer seats or people, no session is called anonymous. */
  anonymousSeats: 5,
  anonymousPeople: 20,
  participantCountsPerResearcherAndHour: 60,
  countedLaunchesPerHour: 20,
  /** Launches of anonymous sessions whose rule could tell something about one person. */
  narrowLaunchesPerDay: 10,
  /** docs/domain.md, 4: the width in years of the ages that anonymous sessions keep. */
  ageBandYears: 5,
  durationMinutes: 10_080,
  /** Bytes (UTF-8) of one record of a run, of the body that carries some, of all of a run. */
  recordBytes: 256_000,
  recordsRequestBytes: 1_000_000,
  runBytes: 20_000_000,
  /** Bytes beyond, for its finish and for what says which records could not be stored. */
  runReserveBytes: 1_000_000,
  recordsAtOnce: 500,
  runRecords: 100_000,
  runAttempts: 50,
  /** Bytes of one file of a run, of all of them, of one piece of an upload; and the least of one. */
  runFileBytes: 30_000_000,
  runFilesBytes: 200_000_000,
  runFilePiece: 1_000_000,
  runFilePieceLeast: 50_000,
  moneyAmount: 100_000_00,
  pageSize: 50,
  pageSizeMax: 200,
  jsonBodyBytes: 100_000,
  /** One segment of a path: far longer than any id. */
  addressPart: 200,
  consentPdfBytes: 30_000_000,
  /** Versions of one study's own files; of one version: bytes of a file, of all, and their number. */
  studyVersions: 200,
  studyFileBytes: 30_000_000,
  studyVersionBytes: 200_000_000,
  studyVersionFiles: 5_000,
  /** Characters of the path of a file within a study. */
  studyFilePath: 300,
  /** Bytes of the uploaded archive: files that do not shrink, and the archive's own entries. */
  studyArchiveBytes: 210_000_000,
  studyUploadsPerAccountAndHour: 120,
  /** Hosts that one study may load from. */
  studyHosts: 20,
  /** Of a timeline of the builder. */
  timelineRows: 5_000,
  timelineColumns: 50,
  timelineRepetitions: 10_000,
  timelineName: 200,
  timelineKey: 64,
  timelineText: 20_000,
  timelineMs: 3_600_000,
  /** How long one may go on with a run that was left, at most. */
  resumeHours: 720,
  expectedRecords: 1_000_000,
  /** Conditions of one study, their shares and values; of all together, characters of their JSON. */
  conditions: 200,
  conditionName: 100,
  conditionShare: 100,
  conditionValues: 50,
  conditionValue: 1_000,
  conditionRepeats: 20,
  conditionsChars: 60_000,
  /** How long the address of a preview works. */
  previewHours: 4,
  /** Fan-out: an immediate update, then at most this many a second and session; of its slots. */
  liveUpdatesPerSecond: 10,
  liveSlotUpdatesPerSecond: 1,
  /** Topics that one socket may watch at once. */
  liveTopicsPerSocket: 500,
  /** `watch` messages of one socket that may wait for their answer; one more ends the connection. */
  liveWatchesWaiting: 50,
  /** So many `watch` messages of one socket are answered immediately, further ones at this rate. */
  liveWatches: { atOnce: 100, perSecond: 20 },
  /** Messages of any kind from one socket; more of them end the connection. */
  liveMessages: { atOnce: 1_000, perSecond: 200 },
  /** Bytes that wait for a client which does not read; above, the connection ends. */
  liveUnsentBytes: 1_000_000,
  /** Open connections of one account; those of visitors are counted by network (configurable). */
  liveSocketsPerAccount: 50,
  /** Open connections of visitors from one network, where nothing else is configured. */
  liveSocketsPerNetwork: 200,
  /** Seconds after which a client that was cut off or refused may come back. */
  liveReturnSeconds: 10,
} as const;
