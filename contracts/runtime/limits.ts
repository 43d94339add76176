/** Business constants, sizes and rates (docs/domain.md, 10). */
export const runtimeLimits = {
  /** The most bytes (UTF-8) of one record of a run, of one request with records, and of a whole run. */
  recordBytes: 256_000,
  recordsRequestBytes: 1_000_000,
  runBytes: 20_000_000,
  /**
   * How many bytes a run may have beyond `runBytes`, for two kinds of records only: the end record,
   * and the `lost` records that replace refused records.
   */
  runReserveBytes: 1_000_000,
  recordsAtOnce: 500,
  runRecords: 100_000,
  runAttempts: 50,
  /**
   * The most bytes of one file of a run, of all its files, and of one piece of an upload; and the
   * least bytes of a piece.
   */
  runFileBytes: 30_000_000,
  runFilesBytes: 200_000_000,
  runFilePiece: 1_000_000,
  runFilePieceLeast: 50_000,
} as const;
