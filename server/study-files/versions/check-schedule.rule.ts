const minute = 60_000;
const hour = 60 * minute;

/**
 * How long to wait before a version is checked again, if the check of one of its files was stopped.
 * The first pause is short, since the machine may have been busy; each further pause is longer.
 */
const pauses = [5 * minute, 30 * minute, 3 * hour, 24 * hour, 7 * 24 * hour];

/**
 * How many automatic checks a version gets after its upload. After that, only its researchers can
 * request checks.
 */
export const maxAutomaticChecks = pauses.length + 1;

/**
 * Computes when the next check of a version may begin.
 * @param looks how many checks there were, including the present one
 * @returns null after the last check
 */
export function nextCheckTime(looks: number, now: Date): Date | null {
  const pause = pauses[looks - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/**
 * How long a requested check may wait for a worker, in milliseconds. The job that starts checks
 * runs once a minute.
 */
const patience = 5 * minute;

/** The columns of a version that describe its check. */
export interface VersionCheckState {
  /** Whether the version has a report. */
  readonly reported: boolean;
  /** Whether the check of a file was stopped. */
  readonly stopped: boolean;
  readonly looks: number;
  readonly looking: boolean;
  readonly look_again_at: Date | null;
}

/**
 * Determines the progress of a version's check:
 * - `under_way`: the check is running or will run soon. A check whose time limit has passed does not
 *   count, since its worker may have died.
 * - `whole`: all files were checked.
 * - `stopped`: the check of a file was stopped, or the check failed and there is no report.
 */
export function checkProgressOf(
  { reported, stopped, looks, looking, look_again_at }: VersionCheckState,
  now: Date,
): 'under_way' | 'whole' | 'stopped' {
  const isUnderWay = looking && look_again_at && now.getTime() < look_again_at.getTime() + patience;
  const isToCome = !reported && looks === 0 && !looking;
  if (isUnderWay || isToCome) return 'under_way';
  return reported && !stopped ? 'whole' : 'stopped';
}
