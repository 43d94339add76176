import type { ParticipationState } from '../../../contracts/participations';

export type Actor = 'participant' | 'researcher' | 'system';
export type Action =
  | 'start'
  | 'complete'
  | 'withdraw'
  | 'decline-consent'
  | 'accept'
  | 'approve'
  | 'reject'
  | 'no-show'
  | 'nullify'
  | 'offer'
  | 'expire-offer'
  | 'time-out'
  | 'approve-unreviewed';

interface Move {
  actor: Actor;
  from: readonly ParticipationState[];
  to: ParticipationState;
}

/** Every legal move of a participation, by actor (DOMAIN 2). What is not here is refused. */
export const transitions: Record<Action, Move> = {
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
  approve: { actor: 'researcher', from: ['completed'], to: 'approved' },
  reject: { actor: 'researcher', from: ['completed'], to: 'rejected' },
  'no-show': { actor: 'researcher', from: ['enrolled'], to: 'no_show' },
  nullify: {
    actor: 'researcher',
    from: ['enrolled', 'started', 'completed', 'approved'],
    to: 'nullified',
  },
  offer: { actor: 'system', from: ['waitlisted'], to: 'offered' },
  'expire-offer': { actor: 'system', from: ['offered', 'waitlisted'], to: 'offer_expired' },
  'time-out': { actor: 'system', from: ['enrolled', 'started'], to: 'timed_out' },
  'approve-unreviewed': { actor: 'system', from: ['completed'], to: 'approved' },
};

/** The states that hold a seat: offered + enrolled + started + completed + approved (DOMAIN 2). */
export const seatStates: readonly ParticipationState[] = [
  'offered',
  'enrolled',
  'started',
  'completed',
  'approved',
];
/** The states in which asking again gives the same participation back. */
export const presentStates: readonly ParticipationState[] = ['waitlisted', ...seatStates];
/** Left before anything began: enrolling again revives the row (DOMAIN 2). */
const revivable: readonly ParticipationState[] = [
  'withdrawn',
  'timed_out',
  'offer_expired',
  'declined_consent',
];

export const mayReturn = (state: ParticipationState, hasStarted: boolean) =>
  !hasStarted && revivable.includes(state);

export type TransitionVerdict =
  { move: 'go'; to: ParticipationState } | { move: 'already' } | { move: 'refused' };

/**
 * May this actor do this now? Doing again what is done already is no error: terminal moves are
 * idempotent.
 */
export function judgeTransition(
  action: Action,
  actor: Actor,
  from: ParticipationState,
): TransitionVerdict {
  const move = transitions[action];
  if (move.actor !== actor) return { move: 'refused' };
  if (move.to === from) return { move: 'already' };
  return move.from.includes(from) ? { move: 'go', to: move.to } : { move: 'refused' };
}
