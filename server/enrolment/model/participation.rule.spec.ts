import {
  participationStates,
  type ParticipationState,
} from '../../../contracts/enrolment/participations';
import {
  judgeTransition,
  mayEnrolAgain,
  seatStates,
  participationTransitions,
  type TransitionAction,
  type TransitionActor,
} from './participation.rule';

/** The transitions of docs/domain.md, section 2, as an independent second copy: `action, actor, from → to`. */
const table: [
  TransitionAction,
  TransitionActor,
  ParticipationState[],
  ParticipationState | 'same' | 'restored',
][] = [
  ['start', 'participant', ['enrolled'], 'started'],
  ['complete', 'participant', ['started'], 'completed'],
  ['withdraw', 'participant', ['waitlisted', 'offered', 'enrolled', 'started'], 'withdrawn'],
  ['decline-consent', 'participant', ['waitlisted', 'offered', 'enrolled'], 'declined_consent'],
  ['accept', 'participant', ['offered'], 'enrolled'],
  ['approve', 'researcher', ['completed'], 'approved'],
  ['reject', 'researcher', ['completed'], 'rejected'],
  ['screen-out', 'researcher', ['started'], 'screened_out'],
  [
    'withdraw-data',
    'participant',
    ['completed', 'approved', 'rejected', 'withdrawn', 'timed_out', 'screened_out', 'nullified'],
    'same',
  ],
  ['attend', 'researcher', ['enrolled'], 'started'],
  ['conclude', 'researcher', ['started'], 'completed'],
  ['no-show', 'researcher', ['enrolled'], 'no_show'],
  ['nullify', 'researcher', ['enrolled', 'started', 'completed', 'approved'], 'nullified'],
  ['overturn', 'researcher', ['rejected', 'nullified'], 'restored'],
  ['offer', 'system', ['waitlisted'], 'offered'],
  ['expire-offer', 'system', ['offered', 'waitlisted'], 'offer_expired'],
  ['time-out', 'system', ['enrolled', 'started'], 'timed_out'],
  ['approve-unreviewed', 'system', ['completed'], 'approved'],
  ['return-completed', 'system', ['started'], 'completed'],
  ['return-screened-out', 'system', ['started'], 'screened_out'],
];

describe('the legal transitions of a participation', () => {
  it('are exactly those of the table in docs/domain.md', () => {
    expect(Object.keys(participationTransitions).sort()).toEqual(
      table.map(([action]) => action).sort(),
    );
    for (const [action, actor, from, to] of table) {
      for (const state of participationStates) {
        expect([action, state, judgeTransition(action, actor, state, 'completed')]).toEqual([
          action,
          state,
          state === to
            ? { kind: 'already' }
            : from.includes(state)
              ? {
                  kind: 'allowed',
                  to: to === 'same' ? state : to === 'restored' ? 'completed' : to,
                }
              : { kind: 'refused' },
        ]);
        for (const other of (['participant', 'researcher', 'system'] as const).filter(
          (a) => a !== actor,
        ))
          expect(judgeTransition(action, other, state)).toEqual({ kind: 'refused' });
      }
    }
  });

  it('let an administrator overturn a rejection, and nothing else', () => {
    for (const [action] of table)
      for (const state of participationStates)
        expect(judgeTransition(action, 'administrator', state, 'approved')).toEqual(
          action === 'overturn' && state === 'rejected'
            ? { kind: 'allowed', to: 'approved' }
            : { kind: 'refused' },
        );
  });
});

describe('the states of a participation', () => {
  it('hold a seat when they are offered, enrolled, started, completed or approved', () => {
    expect([...seatStates].sort()).toEqual([
      'approved',
      'completed',
      'enrolled',
      'offered',
      'started',
    ]);
  });
  it('allow a second enrolment exactly when they end the participation before its start', () => {
    const returning = participationStates.filter((s) => mayEnrolAgain(s, false));
    expect(returning.sort()).toEqual([
      'declined_consent',
      'offer_expired',
      'timed_out',
      'withdrawn',
    ]);
    expect(participationStates.filter((s) => mayEnrolAgain(s, true))).toEqual([]);
  });
});
