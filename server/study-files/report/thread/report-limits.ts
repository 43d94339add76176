/**
 * The limits for checking one version. Times whose name ends with Ms are milliseconds of CPU time
 * unless stated otherwise, because elapsed time also depends on the load of the machine.
 */
export interface ReportLimits {
  /**
   * The heap size of the thread in megabytes, if there is enough memory. A script of 4 MB becomes a
   * syntax tree of some hundred MB.
   */
  readonly memoryMb: number;
  /**
   * The CPU time for checking one file, and also for making the report from the facts about all
   * files.
   */
  readonly fileMs: number;
  /** The CPU time for all files together. Files for which no time is left are not checked. */
  readonly allMs: number;
  /** After how many stopped files the check ends. */
  readonly stops: number;
  /**
   * How much time may elapse for the complete check, in milliseconds. If this stops the check, the
   * version is checked again later.
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
/** The limits while a request waits. A check that takes longer is left to a worker. */
export const requestReportLimits: ReportLimits = {
  ...reportLimits,
  allMs: 20_000,
  stops: 1,
  waitMs: 20_000,
};
