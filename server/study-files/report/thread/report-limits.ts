/**
 * What the looking through of one version may take. Times are of the processor: on a busy machine all else
 * takes longer, and says nothing about a file.
 */
export interface ReportLimits {
  /** Of the thread's heap, where there is memory: a script of 4 MB becomes a tree of some hundreds. */
  readonly memoryMb: number;
  /** For one file, and for the report of what was found. */
  readonly fileMs: number;
  /** For all files; those that come later are not looked through. */
  readonly allMs: number;
  /** Files that may be stopped; after so many, none is looked through any more. */
  readonly stops: number;
  /** By the clock on the wall, for all of it. A version that is stopped by it is looked through again. */
  readonly waitMs: number;
}

export const reportLimits: ReportLimits = {
  memoryMb: 400,
  fileMs: 15_000,
  allMs: 120_000,
  stops: 3,
  waitMs: 1_800_000,
};
/** While a request waits: what takes longer is left to a worker. */
export const soonLimits: ReportLimits = {
  ...reportLimits,
  allMs: 20_000,
  stops: 1,
  waitMs: 20_000,
};
