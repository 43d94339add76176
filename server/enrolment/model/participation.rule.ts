import type { ParticipationState } from '../../../contracts/enrolment/participations';

/** `administrator`: overturns a rejection to which its participant objected. */
export type TransitionActor = 'participant' | 'researcher' | 'administrator' | 'system';
export type TransitionAction =
  | 'start'
  | 'complete'
  | 'withdraw'
  | 'decline-consent'
  | 'accept'
  | 'withdraw-data'
  | 'approve'
  | 'reject'
  | 'no-show'
  | 'nullify'
  | 'screen-out'
  | 'attend'
  | 'conclude'
  | 'overturn'
  | 'offer'
  | 'expire-offer'
  | 'time-out'
  | 'approve-unreviewed'
  | 'return-completed'
  | 'return-screened-out';

interface Transition {
  actor: TransitionActor;
  from: readonly ParticipationState[];
  /**
   * The state after the action: `same` if the action changes no state, `restored` if it restores
   * the state before a decision.
   */
  to: ParticipationState | 'same' | 'restored';
}

/** The legal transitions of a participation (docs/domain.md, section 2); any other is refused. */
export const participationTransitions: Record<TransitionAction, Transition> = {
  start: { actor: 'participant', from: ['enrolled'], to: 'started' },
  complete: { actor: 'participant', from: ['started'], to: 'completed' },
  withdraw: {
    actor: 'participant',
    from: ['waitlisted', 'offered', 'enrolled', 'started'],
    to: 'withdrawn',
  },
  'decline-consent': {
    actor: 'participant',
    from: ['waitlisted', 'offered', 'enrolled'],
    to: 'declined_consent',
  },
  accept: { actor: 'participant', from: ['offered'], to: 'enrolled' },
  'withdraw-data': {
    actor: 'participant',
    from: [
      'completed',
      'approved',
      'rejected',
      'withdrawn',
      'timed_out',
      'screened_out',
      'nullified',
    ],
    to: 'same',
  },
  approve: { actor: 'researcher', from: ['completed'], to: 'approved' },
  reject: { actor: 'researcher', from: ['completed'], to: 'rejected' },
  'screen-out': { actor: 'researcher', from: ['started'], to: 'screened_out' },
  // In studies on site or by video, the researcher records who is there and who has finished. In studies of the kind
  // `notes`, the researcher records who has finished, if the study's settings say so.
  attend: { actor: 'researcher', from: ['enrolled'], to: 'started' },
  conclude: { actor: 'researcher', from: ['started'], to: 'completed' },
  'no-show': { actor: 'researcher', from: ['enrolled'], to: 'no_show' },
  nullify: {
    actor: 'researcher',
    from: ['enrolled', 'started', 'completed', 'approved'],
    to: 'nullified',
  },
  // A rejected participation becomes approved; a cancelled one returns to its previous state.
  overturn: { actor: 'researcher', from: ['rejected', 'nullified'], to: 'restored' },
  offer: { actor: 'system', from: ['waitlisted'], to: 'offered' },
  'expire-offer': { actor: 'system', from: ['offered', 'waitlisted'], to: 'offer_expired' },
  'time-out': { actor: 'system', from: ['enrolled', 'started'], to: 'timed_out' },
  'approve-unreviewed': { actor: 'system', from: ['completed'], to: 'approved' },
  // Transitions by the outcome that an external study reports
  // (external-returns/return-participations.ts).
  'return-completed': { actor: 'system', from: ['started'], to: 'completed' },
  'return-screened-out': { actor: 'system', from: ['started'], to: 'screened_out' },
};

export type TransitionVerdict =
  | { kind: 'allowed'; to: ParticipationState }
  | { kind: 'already' }
  | { kind: 'refused' };

/**
 * Whether this actor may take this action in the participation's present state. Transitions are
 * idempotent: an action whose target state is already reached counts as done.
 * @param restores the state that overturning a decision restores; null if no such state is known
 */
export function judgeTransition(
  action: TransitionAction,
  actor: TransitionActor,
  from: ParticipationState,
  restores: ParticipationState | null = null,
): TransitionVerdict {
  const transition = participationTransitions[action];
  const to =
    transition.to === 'same' ? from : transition.to === 'restored' ? restores : transition.to;
  const isAppeal = actor === 'administrator' && action === 'overturn' && from === 'rejected';
  if (transition.actor !== actor && !isAppeal) return { kind: 'refused' };
  if (transition.to === from) return { kind: 'already' };
  return transition.from.includes(from) && to !== null
    ? { kind: 'allowed', to }
    : { kind: 'refused' };
}

/**
 * The states in which a participation occupies one of the session's seats (docs/domain.md, section
 * 2).
 */
export const seatStates: readonly ParticipationState[] = [
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
];
/**
 * The states in which a participant has taken a seat: those of `seatStates` except an offer, which
 * the participant has not accepted yet.
 */
export const takenSeatStates: readonly ParticipationState[] = seatStates.filter(
  (state) => state !== 'offered',
);
/** The states before the start: a place on the waitlist, or a seat that can be released. */
export const unstartedStates: readonly ParticipationState[] = ['waitlisted', 'offered', 'enrolled'];
/**
 * The states that count as "completed": the participant completed and was not rejected
 * (docs/domain.md, 2).
 */
export const completedStates: readonly ParticipationState[] = ['completed', 'approved'];
/** States of participants who completed, whatever was decided about it. */
export const everCompletedStates: readonly ParticipationState[] = [...completedStates, 'rejected'];

/** The states in which a repeated enrolment returns the existing participation. */
const presentStates: readonly ParticipationState[] = ['waitlisted', ...seatStates];
/** States in which a participation ends before its start, so that the person may enrol again. */
export const revivableStates: readonly ParticipationState[] = [
  'withdrawn',
  'timed_out',
  'offer_expired',
  'declined_consent',
];

export const countsAsEnrolled = (state: ParticipationState) => presentStates.includes(state);

/**
 * Whether a person may return: a new enrolment then revives the earlier participation
 * (docs/domain.md, section 2).
 */
export const mayEnrolAgain = (state: ParticipationState, hasStarted: boolean) =>
  !hasStarted && revivableStates.includes(state);

/** Whether the participation has data that the participant may withdraw: not before its end, and only once. */
export const mayWithdrawData = (of: {
  state: ParticipationState;
  has_started: boolean;
  data_withdrawn_on: string | null;
}) =>
  of.has_started &&
  of.data_withdrawn_on === null &&
  participationTransitions['withdraw-data'].from.includes(of.state);
