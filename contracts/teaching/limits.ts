/** Business constants and sizes (docs/domain.md, 8 and 10). */
export const teachingLimits = {
  code: 40,
  term: 40,
  organization: 200,
  /** Credits in hundredths: 1.00 is 100. */
  requiredCredits: 100_00,
  creditsPerHour: 100_00,
  /** Length of a join code in letters; letters that look alike are not used. */
  joinCodeLetters: 8,
  joinCodeUses: 10_000,
  /**
   * The most members of one classroom, and the most classrooms to which one account may belong,
   * whatever their state.
   */
  members: 2_000,
  classrooms: 200,
  studentNumber: 40,
  /**
   * The most addresses that one call may invite, and the most open invitations of one classroom.
   */
  invitedAtOnce: 200,
  invitations: 2_000,
  /** Days until an invitation expires. */
  invitationDays: 30,
  assignments: 100,
  instructions: 20_000,
  assignmentMinutes: 6_000,
  submissionText: 20_000,
  /** The most bytes of a submission that is a PDF. */
  submissionPdfBytes: 5_000_000,
  words: 5_000,
  /**
   * The most characters of the consent form of a course or a classroom. The form of a single study
   * may have more, since it may add a paragraph to the form of the course or classroom.
   */
  consentText: 28_000,
  /**
   * The most characters of a comment and of the place that it names, and the most comments on one
   * study.
   */
  commentText: 5_000,
  commentPlace: 300,
  comments: 1_000,
  /**
   * How many of the comments on one study are reserved for the classroom's staff, so that a group
   * of students cannot use up the whole limit.
   */
  commentsOfStaff: 200,
  /** The most studies of one student for one class, archived ones included. */
  classStudies: 50,
  /**
   * The most characters of a template's script and of its name, and the most classrooms with which one study is
   * shared.
   */
  scriptText: 200_000,
  scriptName: 200,
  templateShares: 50,
  /** The most bytes of files and resources of a student who builds studies and is not a researcher. */
  builderBytes: 200_000_000,
  /**
   * The least number of whole days between the mail about the end of term and the deletion of what
   * students built.
   */
  erasureNoticeDays: 30,
  /** Credit is counted in quarters of an hour; a quarter that has begun counts fully. */
  quarterMinutes: 15,
} as const;
