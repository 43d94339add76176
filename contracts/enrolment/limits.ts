/** Business constants, sizes and rates (docs/domain.md, 10). */
export const enrolmentLimits = {
  offerHours: 24,
  /**
   * The days after which an unreviewed completion is approved automatically, the days in which a
   * decision can be reversed, and the least number of characters of the reason for a rejection.
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
   * After how many days the server deletes the number of a participant's tries at the comprehension
   * questions; counting then starts at zero again.
   */
  comprehensionDays: 90,
  capacity: 100_000,
  /**
   * The fewest seats, and the fewest people who fit the eligibility rule, with which a session is
   * called anonymous (docs/domain.md, 4 and 5).
   */
  anonymousSeats: 5,
  anonymousPeople: 20,
  participantCountsPerResearcherAndHour: 60,
  countedLaunchesPerHour: 20,
  /**
   * How many launches per day a researcher may make of anonymous sessions whose eligibility rule
   * fits few people, since each could reveal something about one of these people.
   */
  narrowLaunchesPerDay: 10,
  /** The width in years of the bands in which anonymous sessions keep ages (docs/domain.md, 4). */
  ageBandYears: 5,
} as const;
