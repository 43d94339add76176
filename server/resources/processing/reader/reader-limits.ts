/** The limits for reading one file, in a process beside the worker's own. */
export interface ReaderLimits {
  /**
   * CPU time in milliseconds for one file, of all threads together, because elapsed time also depends on the load of
   * the machine.
   */
  readonly processorMs: number;
  /** How much memory the process may have, in bytes. */
  readonly memoryBytes: number;
  /** How much time may elapse, in milliseconds. */
  readonly waitMs: number;
}

export const readerLimits: ReaderLimits = {
  processorMs: 60_000,
  memoryBytes: 900_000_000,
  waitMs: 600_000,
};

/** How long the process waits for a further file before it ends, in milliseconds. */
export const idleMs = 20_000;
