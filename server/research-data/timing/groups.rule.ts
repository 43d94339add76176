import { fewest } from '../making/people-who-share.rule';

/** Somebody who started in an anonymous session. */
export interface Starter {
  /** The pseudonym: by it, those of one day are in an order that tells nothing, and always the same. */
  readonly participant: string;
  /** The day (UTC) of the start. */
  readonly day: string;
  /** Their data are withdrawn, or not put together yet: what they measured is not told, or not known. */
  readonly isHeld: boolean;
  /** The days of the last records of their finished runs. */
  readonly finished: readonly string[];
}

/** They are counted when this day is over as well; whoever finishes later than that never is. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** Whether one of their runs counts: it was over by then. */
export const isInTime = ({ day }: Pick<Starter, 'day'>, lastDay: string): boolean =>
  lastDay <= dayAfter(day);

/**
 * The people of an anonymous session whose runs are counted: by fives, in the order of the days on
 * which they started. Figures that somebody reads again and again change by all of five people at once,
 * so that no change is one person's.
 *
 * Who withdraws their data takes the four others of their five out of the figures, too: what would be
 * left of a figure after one run went out of it says what that run had.
 */
export function countedPeople<S extends Starter>(people: readonly S[], today: string): S[] {
  const inOrder = people
    .filter(({ day }) => dayAfter(day) < today)
    .sort((a, b) => compare(a.day, b.day) || compare(a.participant, b.participant));
  const counted: S[] = [];
  let group: S[] = [];
  for (const one of inOrder) {
    if (one.isHeld || one.finished.some((day) => isInTime(one, day))) group.push(one);
    if (new Set(group.map(({ participant }) => participant)).size < fewest) continue;
    if (!group.some(({ isHeld }) => isHeld)) counted.push(...group);
    group = [];
  }
  return counted;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
