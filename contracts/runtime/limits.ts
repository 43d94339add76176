/** Business constants, sizes and rates (docs/domain.md, 10). */
export const runtimeLimits = {
  /** Bytes (UTF-8) of one record of a run, of the body that carries some, of all of a run. */
  recordBytes: 256_000,
  recordsRequestBytes: 1_000_000,
  runBytes: 20_000_000,
  /** Bytes beyond, for its finish and for what says which records could not be stored. */
  runReserveBytes: 1_000_000,
  recordsAtOnce: 500,
  runRecords: 100_000,
  runAttempts: 50,
  /** Bytes of one file of a run, of all of them, of one piece of an upload; and the least of one. */
  runFileBytes: 30_000_000,
  runFilesBytes: 200_000_000,
  runFilePiece: 1_000_000,
  runFilePieceLeast: 50_000,
} as const;
