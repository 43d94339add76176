import { fewestPeopleForShownValue } from '../selection/people-who-share.rule';

/** A participant who started in an anonymous session. */
export interface StartedParticipant {
  /** The pseudonym: it orders the people of one day at random, and always in the same way. */
  readonly participant: string;
  /** The day (UTC) of the start. */
  readonly day: string;
  /** Whether their data are withdrawn or not sealed yet, so that their measurements are hidden or unknown. */
  readonly isHeld: boolean;
  /** The day on which they completed the study, kept after a withdrawal; null if they never did. */
  readonly completed: string | null;
}

/**
 * Returns the day after a participant's start. Participants are counted once that day is over as
 * well; a participant who completes the study later is never counted.
 */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** Whether a participant completed the study early enough for their data to count. */
export const isCompletedInTime = (
  { day }: Pick<StartedParticipant, 'day'>,
  lastDay: string,
): boolean => lastDay <= dayAfter(day);

/**
 * Chooses the people of an anonymous session whose runs are counted: those who completed it in
 * time, in complete groups of five, in the order of the days on which they started.
 * - Figures that a researcher reads repeatedly then change by five people at a time, so that no
 *   change belongs to one person.
 * - A participant's group never changes, because comparing the figures of two divisions of the same
 *   people would reveal single persons. A participant who withdraws their data without having
 *   completed the study therefore changes nothing.
 * - If a participant who had completed the study withdraws their data, the figures lose the four
 *   others of the group, too: the difference that a single run makes to a figure would reveal the
 *   values of that run.
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
