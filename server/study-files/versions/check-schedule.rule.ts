const minute = 60_000;
const hour = 60 * minute;

/**
 * Pauses after a check in which a file was stopped: short at first, since the machine may have been busy, and longer
 * after each further stop.
 */
const pauses = [5 * minute, 30 * minute, 3 * hour, 24 * hour, 7 * 24 * hour];

/** The most checks of a version in a row; its researchers can request another row. */
export const mostLooks = pauses.length + 1;

/**
 * @param looks how many checks there were so far, including the present one
 * @returns when the next check may begin; null after the last one
 */
export function whenAgain(looks: number, now: Date): Date | null {
  const pause = pauses[looks - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** How long a requested check may wait for a worker, in milliseconds: the job runs once a minute. */
const patience = 5 * minute;

/** The state of the check in a version's row. */
export interface CheckState {
  /** Whether the version has a report. */
  readonly reported: boolean;
  /** Whether the check of a file was stopped. */
  readonly stopped: boolean;
  readonly looks: number;
  readonly looking: boolean;
  readonly look_again_at: Date | null;
}

/**
 * Whether a check counts as running: until its time limit, since a worker that died leaves the row unchanged. A
 * version whose check failed and that has no report counts as stopped.
 */
export function checkOf(
  { reported, stopped, looks, looking, look_again_at }: CheckState,
  now: Date,
): 'under_way' | 'whole' | 'stopped' {
  const isUnderWay = looking && look_again_at && now.getTime() < look_again_at.getTime() + patience;
  const isToCome = !reported && looks === 0 && !looking;
  if (isUnderWay || isToCome) return 'under_way';
  return reported && !stopped ? 'whole' : 'stopped';
}
