/** Business constants, sizes and rates (docs/domain.md, 10). */
export const studyFilesLimits = {
  /**
   * The most versions of one study's own files; per version: bytes of one file, bytes in total, and number of files.
   */
  studyVersions: 200,
  studyFileBytes: 30_000_000,
  studyVersionBytes: 200_000_000,
  studyVersionFiles: 5_000,
  /** How many characters the path of a file within a study may have. */
  studyFilePath: 300,
  /**
   * The most bytes of an uploaded archive: more than the limit for its unpacked files, since
   * compression may not make them smaller and the archive's directory needs space.
   */
  studyArchiveBytes: 210_000_000,
  studyUploadsPerAccountAndHour: 120,
  /** The most external hosts from which one study may load. */
  studyHosts: 20,
  /** The longest time after which a participant may continue a run. */
  resumeHours: 720,
  expectedRecords: 1_000_000,
  /**
   * Limits of the conditions of one study: how many conditions; characters of a name; the largest
   * share; values of one condition, and characters of a value; repeats in a block; characters of
   * the JSON of all conditions.
   */
  conditions: 200,
  conditionName: 100,
  conditionShare: 100,
  conditionValues: 50,
  conditionValue: 1_000,
  conditionRepeats: 20,
  conditionsChars: 60_000,
  /** For how many hours the address of a preview works. */
  previewHours: 4,
} as const;
