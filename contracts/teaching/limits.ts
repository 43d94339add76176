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
  /**
   * Characters of the consent form of a course or a classroom: fewer than those of a study's form, which may get a paragraph
   * on top.
   */
  consentText: 28_000,
  /** Characters of a comment and of its place, and comments of one study. */
  commentText: 5_000,
  commentPlace: 300,
  comments: 1_000,
  /** How many of these the staff of the classroom alone writes: a group cannot use up what its reviewers need. */
  commentsOfStaff: 200,
  /** Studies of one student for one class, archived ones too. */
  classStudies: 50,
  /** Characters of a template's script and of its name, and classrooms with which one study is shared. */
  scriptText: 200_000,
  scriptName: 200,
  templateShares: 50,
  /** Bytes of the files and resources of an account that builds without being a researcher. */
  builderBytes: 200_000_000,
  /** Whole days, at least, between the mail about the end of term and the erasure of what students built. */
  erasureNoticeDays: 30,
  /** Credit counts in quarters of an hour, each of which counts when it has begun. */
  quarterMinutes: 15,
} as const;
