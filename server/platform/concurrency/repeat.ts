export interface RepeatOptions {
  everyMs: number;
  /** The delay until the first run; `everyMs` by default. */
  firstMs?: number;
  onError: (error: unknown) => void;
}

export interface RepeatingTask {
  /**
   * Starts no further run.
   * @returns a promise that resolves when no run is active any more
   */
  stop(): Promise<void>;
}

/**
 * Runs `work` repeatedly, each time `everyMs` after the previous run has ended, so that two runs
 * never overlap. A failed run is passed to `onError`, and the next run tries again. The timer does
 * not keep the process alive.
 */
export function runRepeatedly(
  work: () => Promise<unknown>,
  { everyMs, firstMs = everyMs, onError }: RepeatOptions,
): RepeatingTask {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const plan = (inMs: number) => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = work()
        .then(() => undefined, onError)
        .finally(() => plan(everyMs));
    }, inMs).unref();
  };
  plan(firstMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
