const minute = 60_000;
const hour = 60 * minute;

/**
 * How long after a look at which a file was stopped the next one begins: soon, if the machine was busy then;
 * later and later for a file that stops each time.
 */
const pauses = [5 * minute, 30 * minute, 3 * hour, 24 * hour, 7 * 24 * hour];

/** Looks at a version until one stops no file; its researchers begin another row of them. */
export const mostLooks = pauses.length + 1;

/** @param looks so far, the present one among them @returns null after the last one */
export function whenAgain(looks: number, now: Date): Date | null {
  const pause = pauses[looks - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}

/** How long a look that was asked for may wait for a worker: the job comes once a minute. */
const patience = 5 * minute;

/** What a version's row says of its check. */
export interface Looked {
  /** It has a report. */
  readonly reported: boolean;
  /** Of which a file was stopped. */
  readonly stopped: boolean;
  readonly looks: number;
  readonly looking: boolean;
  readonly look_again_at: Date | null;
}

/**
 * A look is under way until the moment at which it must be over: a worker that ended in the middle of one has
 * left the row as it was. A version that was looked at in vain, and has no report, counts as stopped.
 */
export function checkOf(
  { reported, stopped, looks, looking, look_again_at }: Looked,
  now: Date,
): 'under_way' | 'whole' | 'stopped' {
  const isUnderWay = looking && look_again_at && now.getTime() < look_again_at.getTime() + patience;
  const isToCome = !reported && looks === 0 && !looking;
  if (isUnderWay || isToCome) return 'under_way';
  return reported && !stopped ? 'whole' : 'stopped';
}
