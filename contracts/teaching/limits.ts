/** Business constants and sizes (docs/domain.md, 8 and 10). */
export const teachingLimits = {
  code: 40,
  term: 40,
  organization: 200,
  /** Credits in hundredths: 1.00 is 100. */
  requiredCredits: 100_00,
  creditsPerHour: 100_00,
  /** Letters of a join code, without those that look like others. */
  joinCodeLetters: 8,
  joinCodeUses: 10_000,
  /** Members of one classroom, and classrooms of one account, open ones and others. */
  members: 2_000,
  classrooms: 200,
  studentNumber: 40,
  /** Addresses of one call, and invitations of one classroom that wait for an answer. */
  invitedAtOnce: 200,
  invitations: 2_000,
  /** After how long an invitation expires. */
  invitationDays: 30,
  assignments: 100,
  instructions: 20_000,
  assignmentMinutes: 6_000,
  submissionText: 20_000,
  /** Bytes of a submission that is a PDF. */
  submissionPdfBytes: 5_000_000,
  words: 5_000,
  /** Credit counts in quarters of an hour, each of which counts when it has begun. */
  quarterMinutes: 15,
} as const;
