/** Business constants, sizes and rates (docs/domain.md, 10). */
export const enrolmentLimits = {
  offerHours: 24,
  /**
   * Days until an unreviewed completion is approved automatically, days in which a decision can be reversed, and the
   * minimum length of a rejection's reason in characters.
   */
  reviewDays: 21,
  overturnDays: 30,
  rejectionReason: 100,
  /** The most decisions in one call, and the most bytes of its body: each decision may have a reason. */
  decisionsAtOnce: 10_000,
  decisionsBytes: 6_000_000,
  startWithinMinutes: 1440,
  /**
   * For how many days the server stores the number of a participant's tries at the comprehension questions;
   * afterwards counting starts at zero.
   */
  comprehensionDays: 90,
  capacity: 100_000,
  /** docs/domain.md, 4 and 5: with fewer seats or people, no session is called anonymous. */
  anonymousSeats: 5,
  anonymousPeople: 20,
  participantCountsPerResearcherAndHour: 60,
  countedLaunchesPerHour: 20,
  /** Launches of anonymous sessions whose eligibility rule could reveal something about one person. */
  narrowLaunchesPerDay: 10,
  /** docs/domain.md, 4: the width in years of the ages that anonymous sessions keep. */
  ageBandYears: 5,
} as const;
