/** How much of an upload was sent at one moment: `sent` bytes at the time `at`, in milliseconds. */
export interface PaceSample {
  readonly at: number;
  readonly sent: number;
}

/**
 * The speed is calculated from the samples of this many past milliseconds, because the speed of a
 * connection changes.
 */
const windowMs = 15_000;
const leastMs = 1_500;

export const addPaceSample = (samples: readonly PaceSample[], next: PaceSample): PaceSample[] => [
  ...samples.filter(({ at, sent }) => next.at - at <= windowMs && sent <= next.sent),
  next,
];

/** Calculates the speed; undefined until the samples cover enough time. */
export function bytesPerSecond(samples: readonly PaceSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < leastMs) return undefined;
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000;
}

export type TimeLeft = { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number };

/** Estimates the remaining time, rounded as people say it; undefined while nothing is sent. */
export function timeLeft(bytes: number, pace: number | undefined): TimeLeft | undefined {
  if (pace === undefined || pace <= 0) return undefined;
  const seconds = bytes / pace;
  if (seconds < 60) return { unit: 'seconds', count: Math.max(5, Math.ceil(seconds / 5) * 5) };
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  return { unit: 'hours', count: Math.round(minutes / 60) };
}
