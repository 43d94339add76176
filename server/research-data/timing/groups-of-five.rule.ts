import { fewestPeopleForShownValue } from '../selection/people-who-share.rule';

/** A participant who started in an anonymous session. */
export interface StartedParticipant {
  /** The pseudonym: it orders the people of one day at random, and always in the same way. */
  readonly participant: string;
  /** The day (UTC) of the start. */
  readonly day: string;
  /**
   * Whether the participant's measurements are not available: the participant withdrew the data, or
   * the server has not sealed the run's records yet.
   */
  readonly isHeld: boolean;
  /** The day on which they completed the study, kept after a withdrawal; null if they never did. */
  readonly completed: string | null;
}

/**
 * Returns the day after a participant's start. A participant is counted when this day is over. A
 * participant who has not completed the study by then is never counted.
 */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/**
 * Whether a participant completed the study on the day of the start or on the next day, so that the
 * data count.
 */
export const isCompletedInTime = (
  { day }: Pick<StartedParticipant, 'day'>,
  lastDay: string,
): boolean => lastDay <= dayAfter(day);

/**
 * Chooses the people of an anonymous session whose runs are counted: those who completed it in
 * time, in complete groups of five, in the order of the days on which they started.
 * - A researcher may read the figures repeatedly. They change by five people at a time, so that no
 *   change belongs to one person.
 * - A participant's group never changes: figures over two different divisions of the same people
 *   would reveal single persons. So a participant who withdraws the data without having completed
 *   the study changes nothing.
 * - If a participant who had completed the study withdraws the data, the four others of the group
 *   are not counted any more, either. Otherwise the difference between the figures before and after
 *   would reveal the values of this one run.
 */
export function choosePeopleToCount<S extends StartedParticipant>(
  people: readonly S[],
  today: string,
): S[] {
  const inOrder = people
    .filter(
      (one) =>
        dayAfter(one.day) < today &&
        one.completed !== null &&
        isCompletedInTime(one, one.completed),
    )
    .sort((a, b) => compare(a.day, b.day) || compare(a.participant, b.participant));
  const counted: S[] = [];
  for (
    let at = 0;
    at + fewestPeopleForShownValue <= inOrder.length;
    at += fewestPeopleForShownValue
  ) {
    const group = inOrder.slice(at, at + fewestPeopleForShownValue);
    if (!group.some(({ isHeld }) => isHeld)) counted.push(...group);
  }
  return counted;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
