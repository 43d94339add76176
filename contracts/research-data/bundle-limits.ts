/** Bytes of the archive, of what is in it, and of one file; and how many files. */
export const bundleLimits = {
  archiveBytes: 1_000_000_000,
  bytes: 4_000_000_000,
  fileBytes: 1_000_000_000,
  files: 20_000,
  /** The size, in bytes, of the largest file of a bundle that is read into memory at once. */
  wholeBytes: 20_000_000,
  runs: 200_000,
  /** Recordings, those of each run counted; and the bytes of all, which leaves room for the rest. */
  recordings: 15_000,
  recordingsBytes: 900_000_000,
} as const;
