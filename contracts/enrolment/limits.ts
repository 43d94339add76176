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
   * After how many days the server deletes the number of a participant's tries at the comprehension
   * questions; counting then starts at zero again.
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
   * How many anonymous sessions of one owner may be launched per day with an eligibility rule for
   * which researchers may not request a count. Each such launch could reveal something about one
   * person.
   */
  narrowLaunchesPerDay: 10,
  /** The width in years of the bands in which anonymous sessions keep ages (docs/domain.md, 4). */
  ageBandYears: 5,
} as const;
