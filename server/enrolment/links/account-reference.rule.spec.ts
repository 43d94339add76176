import {
  participationStates,
  type ParticipationState,
} from '../../../contracts/enrolment/participations';
import { participationTransitions, type TransitionAction } from '../model/participation.rule';
import { judgeTransitionAt } from '../transitions/transition.rule';
import { accountReferenceDays } from './account-reference.rule';

const now = new Date('2026-05-03T12:00:00Z');
const dayMs = 86_400_000;
const actions = Object.keys(participationTransitions) as TransitionAction[];

/**
 * Whether the action can change the state of a participation that reached its present state this
 * many days ago.
 */
const isPossible = (state: ParticipationState, action: TransitionAction, days: number): boolean => {
  const updated_at = new Date(now.getTime() - days * dayMs);
  return [false, true].some((by_appointment) =>
    [false, true].some((researcher_concludes) => {
      const verdict = judgeTransitionAt(now, action, participationTransitions[action].actor, {
        ...{ state, updated_at, by_appointment, researcher_concludes, has_started: true },
        ...{ restores: 'approved', due_at: null, session_state: 'active' },
        ...{ session_closes_at: null, data_withdrawn_on: null, consent_withdrawn: false },
        ...{ runs_outside: false, runs_here: true, data_complete: true },
      });
      return verdict.kind === 'allowed' && verdict.to !== state;
    }),
  );
};

describe('The link from an anonymous participation to its account', () => {
  it.each(participationStates)(
    'is kept after the state %s as long as a further transition may require an email, for 90 days at most',
    (state) => {
      const days = accountReferenceDays(state);
      for (let age = 0; age <= 90; age += 0.5)
        for (const action of actions)
          if (isPossible(state, action, age))
            expect([action, age, days > age || days === 90]).toEqual([action, age, true]);
      expect(days).toBeLessThanOrEqual(90);
    },
  );

  it.each(participationStates)(
    'is deleted one week after the last transition that the state %s allows',
    (state) => {
      const possible = [0, 29.9, 30, 60, 89].filter((age) =>
        actions.some((action) => isPossible(state, action, age)),
      );
      const last = possible.at(-1);
      expect(accountReferenceDays(state)).toBe(last === undefined ? 7 : last < 30 ? 37 : 90);
    },
  );

  it('is kept for 37 days after a rejection or a cancellation, and for a week after a withdrawal', () => {
    expect(accountReferenceDays('rejected')).toBe(37);
    expect(accountReferenceDays('nullified')).toBe(37);
    expect(accountReferenceDays('withdrawn')).toBe(7);
    // An approval needs the link longer than a rejection, since the researchers may still cancel an
    // approved participation.
    expect(accountReferenceDays('approved')).toBe(90);
  });
});
