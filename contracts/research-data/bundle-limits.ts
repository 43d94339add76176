/** The most bytes of the archive, of its unpacked content, and of one file; and the most files. */
export const bundleLimits = {
  archiveBytes: 1_000_000_000,
  bytes: 4_000_000_000,
  fileBytes: 1_000_000_000,
  files: 20_000,
  /** The size, in bytes, of the largest file of a bundle that is read into memory at once. */
  wholeBytes: 20_000_000,
  runs: 200_000,
  /**
   * The most recordings, where a recording of several runs counts once for each of them; and the
   * most bytes of all recordings. These leave room in the archive for everything else.
   */
  recordings: 15_000,
  recordingsBytes: 900_000_000,
} as const;
