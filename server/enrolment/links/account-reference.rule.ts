import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import {
  participationStates,
  type ParticipationState,
} from '../../../contracts/enrolment/participations';
import { participationTransitions, type TransitionAction } from '../model/participation.rule';

/*
 * How many days the link from a participation of an anonymous session to its account is kept after
 * the last transition (docs/decisions/privacy-schemas.md): a mail about a further transition can be
 * written only with the link.
 */

/**
 * How many days the link is kept at most after a transition that is not final (docs/domain.md, 4).
 */
const neededDays = 90;
/**
 * How many days the link is kept after a final transition: mails about it may wait for an SMTP
 * server for days.
 */
const neededAtTheEndDays = 7;

/** Whether the action leads from this state to another one. */
const leavesState = (state: ParticipationState, action: TransitionAction): boolean =>
  participationTransitions[action].to !== 'same' &&
  participationTransitions[action].from.includes(state);

/**
 * Returns for how many days the link from a participation to its account is kept after a transition
 * to this state. It is kept as long as a further transition may cause a mail. A participant who
 * left before the start may enrol again. This needs no link, because the participant's request
 * names the account.
 * @returns the number of days
 */
export function accountReferenceDays(state: ParticipationState): number {
  const further = (Object.keys(participationTransitions) as TransitionAction[]).filter((one) =>
    leavesState(state, one),
  );
  if (further.length === 0) return neededAtTheEndDays;
  return further.every((one) => one === 'overturn')
    ? enrolmentLimits.overturnDays + neededAtTheEndDays
    : neededDays;
}

export const accountReferenceDaysByState: Readonly<Record<string, number>> = Object.fromEntries(
  participationStates.map((state) => [state, accountReferenceDays(state)]),
);
