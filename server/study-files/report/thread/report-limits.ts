/**
 * The limits for the check of one version. Times are CPU times, because elapsed time also depends on the load of the
 * machine.
 */
export interface ReportLimits {
  /** The heap size of the thread, if there is enough memory: a 4 MB script becomes a tree of some hundred MB. */
  readonly memoryMb: number;
  /** The time for one file, and for the report about the findings. */
  readonly fileMs: number;
  /** The time for all files; later ones are not checked. */
  readonly allMs: number;
  /** How many files may be stopped; after that many, no further file is checked. */
  readonly stops: number;
  /**
   * How much time may elapse in the complete check, in milliseconds. A version that is stopped by it is checked
   * again.
   */
  readonly waitMs: number;
}

export const reportLimits: ReportLimits = {
  memoryMb: 400,
  fileMs: 15_000,
  allMs: 120_000,
  stops: 3,
  waitMs: 1_800_000,
};
/** The limits while a request waits: what takes longer is left to a worker. */
export const soonLimits: ReportLimits = {
  ...reportLimits,
  allMs: 20_000,
  stops: 1,
  waitMs: 20_000,
};
