import {
  participationStates,
  researcherActions,
  type ParticipationState,
} from '../../../contracts/enrolment/participations';
import { participationTransitions } from '../model/participation.rule';
import {
  judgeTransitionAt,
  type TransitionFacts,
  type TimedTransitionVerdict,
} from './transition.rule';
import {
  judgeDecisionByRoster,
  isDecisionStillPossible,
  howToApplyDecision,
} from './listed-decision.rule';

const now = new Date('2026-11-28T12:00:00Z');
const yesterday = new Date('2026-11-27T12:00:00Z');
const restoredBy = (state: ParticipationState): ParticipationState | null =>
  state === 'rejected' ? 'approved' : state === 'nullified' ? 'started' : null;
const facts = (
  state: ParticipationState,
  over: Partial<TransitionFacts> = {},
): TransitionFacts => ({
  state,
  updated_at: yesterday,
  restores: restoredBy(state),
  due_at: null,
  session_state: 'active',
  session_closes_at: null,
  has_started: false,
  data_withdrawn_on: null,
  consent_withdrawn: false,
  runs_outside: false,
  runs_here: false,
  data_complete: false,
  by_appointment: false,
  researcher_concludes: false,
  ...over,
});
/**
 * What may have happened to the participation today: for each state, several combinations of the
 * facts on which a transition depends. `undefined`: it moved to another session.
 */
const worlds: (TransitionFacts | undefined)[] = [
  undefined,
  ...participationStates.flatMap((state) => [
    facts(state),
    facts(state, { due_at: new Date(now.getTime() - 1), consent_withdrawn: true }),
    facts(state, { session_state: 'closed', session_closes_at: now, has_started: true }),
    facts(state, { runs_here: true, data_withdrawn_on: '2026-11-28', has_started: true }),
    facts(state, { runs_outside: true, data_complete: true }),
  ]),
];
const toldStates = [undefined, ...participationStates];
const lineOf = (
  state: ParticipationState,
  researcher_concludes: boolean,
  updated_at = yesterday,
  data_withdrawn_on: string | null = null,
) => ({
  state,
  updated_at,
  restores: restoredBy(state),
  data_withdrawn_on,
  researcher_concludes,
});
/**
 * All combinations of an action, a state on the roster, and what happened to the participation
 * today (`worlds`). Each combination occurs twice: for a session whose participants record their
 * completion, and for a session whose researcher records it.
 */
const cases = [false, true].flatMap((researcher_concludes) =>
  researcherActions.flatMap((action) =>
    toldStates.flatMap((told) =>
      worlds.map((world) => {
        const real = world && { ...world, researcher_concludes };
        const verdict: TimedTransitionVerdict | undefined =
          real && judgeTransitionAt(now, action, 'researcher', real);
        const line = told && lineOf(told, researcher_concludes);
        const answer = judgeDecisionByRoster(now, action, line);
        const does = howToApplyDecision(answer, verdict);
        return { action, told, researcher_concludes, real, verdict, answer, does };
      }),
    ),
  ),
);

describe(`A decision in an anonymous session, in ${cases.length} cases of action, list and participation`, () => {
  it('gets an answer that depends only on the action and the roster line', () => {
    const answers = new Map<string, Set<string>>();
    for (const { action, told, researcher_concludes, answer } of cases) {
      const key = `${action} ${told} ${researcher_concludes}`;
      answers.set(key, (answers.get(key) ?? new Set()).add(JSON.stringify(answer)));
    }
    expect(answers.size).toBe(2 * researcherActions.length * toldStates.length);
    expect([...answers].filter(([, different]) => different.size !== 1)).toEqual([]);
  });

  it('gets the answer that the table of transitions gives for the state of the roster line', () => {
    for (const { action, told, researcher_concludes, answer } of cases) {
      const { from, to } = participationTransitions[action];
      const isNone = action === 'attend' || (action === 'conclude' && !researcher_concludes);
      const expected =
        told === undefined
          ? 'no_line'
          : told === to
            ? 'already'
            : from.includes(told) && !isNone
              ? 'decided'
              : 'refused';
      expect([action, told, answer.kind]).toEqual([action, told, expected]);
    }
  });

  it('is applied immediately if the current state allows it as well, otherwise postponed; if refused, it changes nothing', () => {
    for (const { answer, verdict, does } of cases)
      if (answer.kind !== 'decided') expect(does).toBe('nothing');
      else
        expect(does).toBe(
          verdict?.kind === 'allowed' && verdict.to === answer.to ? 'make' : 'keep',
        );
    // Each of the possible effects occurs in at least one case.
    expect(new Set(cases.map(({ does }) => does))).toEqual(new Set(['make', 'keep', 'nothing']));
  });

  it('never causes a transition that the table forbids', () => {
    for (const { action, real, does } of cases)
      if (does === 'make' && real)
        expect(participationTransitions[action].from).toContain(real.state);
  });

  it('that was postponed is applied on the next day if the new roster allows it, otherwise dropped', () => {
    for (const action of researcherActions)
      for (const told of [null, ...participationStates])
        expect(isDecisionStillPossible(action, told && lineOf(told, false))).toBe(
          told !== null && participationTransitions[action].from.includes(told),
        );
  });

  it('that overturns a cancellation is postponed on the day on which the data were withdrawn, and refused after it', () => {
    const deletedToday = facts('nullified', {
      has_started: true,
      data_withdrawn_on: '2026-11-28',
    });
    const onTheDay = judgeDecisionByRoster(now, 'overturn', lineOf('nullified', false));
    expect(onTheDay).toEqual({ kind: 'decided', to: 'started' });
    expect(
      howToApplyDecision(onTheDay, judgeTransitionAt(now, 'overturn', 'researcher', deletedToday)),
    ).toBe('keep');
    const nextDay = lineOf('nullified', false, yesterday, '2026-11-27');
    expect(judgeDecisionByRoster(now, 'overturn', nextDay)).toMatchObject({
      kind: 'refused',
      code: 'data_withdrawn',
    });
    expect(isDecisionStillPossible('overturn', nextDay)).toBe(false);
    expect(
      isDecisionStillPossible('nullify', lineOf('approved', false, yesterday, '2026-11-27')),
    ).toBe(true);
  });

  it('can be overturned only from the next day (UTC) on', () => {
    const overturn = (state: ParticipationState, updated_at: Date) =>
      judgeDecisionByRoster(now, 'overturn', lineOf(state, false, updated_at));
    const midnight = new Date('2026-11-28T00:00:00Z');
    for (const state of ['rejected', 'nullified'] as const) {
      expect(overturn(state, new Date(midnight.getTime() - 1)).kind).toBe('decided');
      expect(overturn(state, midnight)).toMatchObject({ kind: 'refused', code: 'decided_today' });
    }
  });
});
