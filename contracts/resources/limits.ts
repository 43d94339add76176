/** Business constants and sizes (docs/domain.md, 9 and 10). */
export const resourcesLimits = {
  /** Bytes of one file. */
  fileBytes: 500_000_000,
  /** The most bytes of one piece of an upload, and the least, which only the last piece of a file may undercut. */
  pieceBytes: 4_000_000,
  pieceBytesLeast: 65_536,
  /** How many UTF-16 units the name of a file or folder, and the path of an upload, may have. */
  name: 150,
  path: 1_000,
  /** How deep folders may lie within each other. */
  depth: 20,
  /** Files and folders of one account, those in the bin too. */
  resources: 100_000,
  /** Versions of one file; a further one is refused, so that nothing disappears by itself. */
  versions: 200,
  /** Uploads of one account that are under way. */
  uploads: 2_000,
  /** Hours after its creation until an incomplete upload expires. */
  uploadHours: 24,
  /** How many days deleted files stay in the bin. */
  binDays: 30,
  /** Files of one page of a list. */
  pageSize: 500,
  licence: 100,
  credit: 300,
  source: 1_000,
  /** Studies with which one folder is shared. */
  shares: 50,
  /** Files that one call takes into a study. */
  taken: 1_000,
} as const;
