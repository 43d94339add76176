/** The limits for reading one file in the reader, a process separate from the worker. */
export interface ReaderLimits {
  /**
   * CPU time in milliseconds for one file, of all threads together. Unlike elapsed time, it does
   * not depend on the load of the machine.
   */
  readonly processorMs: number;
  /** How much memory the reader process may use, in bytes. */
  readonly memoryBytes: number;
  /** How much time may elapse for one file, in milliseconds. */
  readonly waitMs: number;
}

export const readerLimits: ReaderLimits = {
  processorMs: 60_000,
  memoryBytes: 900_000_000,
  waitMs: 600_000,
};

/** After how many milliseconds without a further file the reader process ends. */
export const readerIdleMs = 20_000;
