/** Business constants and sizes (docs/domain.md, 9 and 10). */
export const resourcesLimits = {
  /** Bytes of one file. */
  fileBytes: 500_000_000,
  /**
   * The most bytes of one piece of an upload, and the least; only the last piece of a file may be
   * smaller.
   */
  pieceBytes: 4_000_000,
  pieceBytesLeast: 65_536,
  /** How many UTF-16 units the name of a file or folder, and the path of an upload, may have. */
  name: 150,
  path: 1_000,
  /** How deeply folders may be nested. */
  depth: 20,
  /** The most files and folders of one account, including those in the bin. */
  resources: 100_000,
  /**
   * The most versions of one file. A further version is refused, so that no version is deleted
   * without its owner's decision.
   */
  versions: 200,
  /** The most unfinished uploads of one account. */
  uploads: 2_000,
  /** Hours from the creation of an upload until it expires if it is incomplete. */
  uploadHours: 24,
  /** How many days deleted files stay in the bin. */
  binDays: 30,
  /** How many files one page of a list has. */
  pageSize: 500,
  licence: 100,
  credit: 300,
  source: 1_000,
  /** The most studies and classrooms with which one folder is shared. */
  shares: 50,
  /** The most files that one call copies into a study. */
  taken: 1_000,
} as const;
