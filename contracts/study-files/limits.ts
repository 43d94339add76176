/** Business constants, sizes and rates (docs/domain.md, 10). */
export const studyFilesLimits = {
  /** Versions of one study's own files; of one version: bytes of a file, of all, and their number. */
  studyVersions: 200,
  studyFileBytes: 30_000_000,
  studyVersionBytes: 200_000_000,
  studyVersionFiles: 5_000,
  /** How many characters the path of a file within a study may have. */
  studyFilePath: 300,
  /** Bytes of the uploaded archive: files that do not shrink, and the archive's own entries. */
  studyArchiveBytes: 210_000_000,
  studyUploadsPerAccountAndHour: 120,
  /** From how many other hosts one study may load. */
  studyHosts: 20,
  /** The longest time after which a participant may continue a run. */
  resumeHours: 720,
  expectedRecords: 1_000_000,
  /** Conditions of one study, their shares and values; of all together, characters of their JSON. */
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
