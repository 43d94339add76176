/** Business constants, sizes and rates (docs/domain.md, 10). */
export const enrolmentLimits = {
  offerHours: 24,
  /**
   * `reviewDays`: an unreviewed completion is approved automatically after these days.
   * `overturnDays`: a decision can be reversed within these days. `rejectionReason`: the reason for
   * a rejection has at least these characters.
   */
  reviewDays: 21,
  overturnDays: 30,
  rejectionReason: 100,
  /**
   * The most decisions in one call, and the most bytes of its body; each decision may contain a
   * reason.
   */
  decisionsAtOnce: 10_000,
  decisionsBytes: 6_000_000,
  startWithinMinutes: 1440,
  /**
   * After how many days the server forgets how often a participant has tried to answer the
   * comprehension questions. Later tries count from zero.
   */
  comprehensionDays: 90,
  capacity: 100_000,
  /**
   * A session is called anonymous only if it has at least `anonymousSeats` seats, and if at least
   * `anonymousPeople` people fit its eligibility rule (docs/domain.md, 4 and 5).
   */
  anonymousSeats: 5,
  anonymousPeople: 20,
  participantCountsPerResearcherAndHour: 60,
  countedLaunchesPerHour: 20,
  /**
   * The most anonymous sessions with a narrow eligibility rule that one owner may launch per day. A
   * rule is narrow if the server refuses to count the people who match it (`filters_too_narrow`).
   * Each launch shows whether few people match. This could reveal something about one person.
   */
  narrowLaunchesPerDay: 10,
  /** The width in years of the bands in which anonymous sessions keep ages (docs/domain.md, 4). */
  ageBandYears: 5,
} as const;
