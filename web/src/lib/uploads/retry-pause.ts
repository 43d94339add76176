/** Pauses between two tries, in milliseconds. */
export interface PauseLimits {
  readonly first: number;
  readonly most: number;
}

/**
 * The pauses between two tries. Each failure makes the next pause longer; a pause ends early if the
 * connection may be back.
 */
export interface RetryPause {
  /**
   * Waits before the next attempt.
   * @param ms the time to wait, if the server named one
   */
  afterFailure(ms?: number): Promise<void>;
  /** Makes the next pause a short one again. */
  restart(): void;
  end(): void;
}

/**
 * Varies a time by up to half of it in both directions, so that not all clients try again at the
 * same moment.
 */
export const randomizePause = (ms: number): number => ms * (0.5 + Math.random());

export function createRetryPause(
  { first, most }: PauseLimits = { first: 500, most: 15_000 },
): RetryPause {
  let next = first;
  let wake: (() => void) | undefined;
  return {
    afterFailure(ms = randomizePause(next)) {
      next = Math.min(next * 2, most);
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    restart() {
      next = first;
    },
    end: () => wake?.(),
  };
}
