import { fewestPeopleForShownValue } from '../selection/people-who-share.rule';

/** A participant who started in an anonymous session. */
export interface StartedParticipant {
  /**
   * The pseudonym. It is random and never changes, so it puts the people of a day into a random
   * order that stays the same.
   */
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
 * Chooses the people of an anonymous session whose runs are counted: those who completed the study
 * in time. They form groups of five, in the order of the days on which they started. An incomplete
 * group is not counted.
 * - A researcher may read the figures repeatedly. The figures change by five people at a time, so
 *   that no change can be traced to one person.
 * - A participant always stays in one group. If the groups changed, the differences between earlier
 *   and later figures could reveal single people. So a participant who withdraws the data without
 *   having completed the study changes no group.
 * - If a participant who had completed the study withdraws the data, the four others of the group
 *   are no longer counted, either. Otherwise the difference between the figures before and after
 *   would reveal the values of this participant's run.
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
