/** The most bytes of the archive, of its unpacked content, and of one file; and the most files. */
export const bundleLimits = {
  archiveBytes: 1_000_000_000,
  bytes: 4_000_000_000,
  fileBytes: 1_000_000_000,
  files: 20_000,
  /** The most bytes of a file that is read into memory as a whole. */
  wholeBytes: 20_000_000,
  runs: 200_000,
  /**
   * The most recordings, and the most bytes of all recordings together. A recording that belongs to
   * several runs counts once for each run. Both limits are below those of the archive, so that the
   * archive has room for the other files.
   */
  recordings: 15_000,
  recordingsBytes: 900_000_000,
} as const;
