import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { participationTransitions, type TransitionAction } from '../model/participation.rule';
import { judgeTransitionAt, type TransitionFacts } from './transition.rule';

const now = new Date('2026-05-03T12:00:00.000Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const facts = (over: Partial<TransitionFacts>): TransitionFacts => ({
  state: 'offered',
  has_started: false,
  data_withdrawn_on: null,
  consent_withdrawn: false,
  runs_outside: false,
  runs_here: false,
  data_complete: false,
  by_appointment: false,
  researcher_concludes: false,
  updated_at: at(-1_000),
  restores: null,
  due_at: at(1_000),
  session_state: 'active',
  session_closes_at: null,
  ...over,
});

describe('The check whether a transition is legal now', () => {
  it('accepts an offer until the millisecond in which the session closes', () => {
    const accept = (session_closes_at: Date) =>
      judgeTransitionAt(now, 'accept', 'participant', facts({ session_closes_at }));
    expect(accept(at(1))).toEqual({ kind: 'allowed', to: 'enrolled' });
    for (const ms of [0, -1])
      expect(accept(at(ms))).toEqual({ kind: 'refused', code: 'session_not_active' });
  });

  it.each([
    ['accept', 'offered', 'offer_expired'],
    ['start', 'enrolled', 'timed_out'],
  ] as const)(
    'refuses to %s at its deadline, even before the job that enforces deadlines has run',
    (action, state, from) => {
      const judge = (ms: number) =>
        judgeTransitionAt(now, action, 'participant', facts({ state, due_at: at(ms) }));
      expect(judge(1)).toMatchObject({ kind: 'allowed' });
      expect(judge(0)).toEqual({ kind: 'refused', code: 'illegal_transition', from });
    },
  );

  it('allows a start after the session closed, and a completion after the deadline', () => {
    const closed = { session_state: 'closed', session_closes_at: at(-1) } as const;
    expect(
      judgeTransitionAt(now, 'start', 'participant', facts({ state: 'enrolled', ...closed })),
    ).toEqual({
      kind: 'allowed',
      to: 'started',
    });
    expect(
      judgeTransitionAt(
        now,
        'complete',
        'participant',
        facts({ state: 'started', due_at: at(-1), ...closed }),
      ),
    ).toEqual({ kind: 'allowed', to: 'completed' });
  });

  it('refuses the actions start and accept, but allows complete and withdraw, when the consent form was withdrawn', () => {
    const under = (over: Partial<TransitionFacts>) => facts({ ...over, consent_withdrawn: true });
    const invalid = { kind: 'refused', code: 'consent_invalid' };
    expect(judgeTransitionAt(now, 'start', 'participant', under({ state: 'enrolled' }))).toEqual(
      invalid,
    );
    expect(judgeTransitionAt(now, 'accept', 'participant', under({}))).toEqual(invalid);
    expect(judgeTransitionAt(now, 'complete', 'participant', under({ state: 'started' }))).toEqual({
      kind: 'allowed',
      to: 'completed',
    });
    expect(judgeTransitionAt(now, 'withdraw', 'participant', under({ state: 'enrolled' }))).toEqual(
      {
        kind: 'allowed',
        to: 'withdrawn',
      },
    );
  });

  it('refuses the actions start and accept in a paused session, also after the deadline, but lets the researcher record who came', () => {
    const paused = (over: Partial<TransitionFacts>) =>
      facts({ session_state: 'paused', due_at: at(-1), ...over });
    const refused = { kind: 'refused', code: 'session_paused' };
    expect(judgeTransitionAt(now, 'start', 'participant', paused({ state: 'enrolled' }))).toEqual(
      refused,
    );
    expect(judgeTransitionAt(now, 'accept', 'participant', paused({}))).toEqual(refused);
    expect(judgeTransitionAt(now, 'complete', 'participant', paused({ state: 'started' }))).toEqual(
      {
        kind: 'allowed',
        to: 'completed',
      },
    );
    expect(
      judgeTransitionAt(
        now,
        'attend',
        'researcher',
        paused({ state: 'enrolled', due_at: null, by_appointment: true }),
      ),
    ).toEqual({ kind: 'allowed', to: 'started' });
  });

  it('answers `already` when the state is reached, and names the state when the transition is illegal', () => {
    expect(judgeTransitionAt(now, 'accept', 'participant', facts({ state: 'enrolled' }))).toEqual({
      kind: 'already',
    });
    expect(judgeTransitionAt(now, 'approve', 'researcher', facts({ state: 'started' }))).toEqual({
      kind: 'refused',
      code: 'illegal_transition',
      from: 'started',
    });
  });

  it('allows only the researcher to record a start when the study is on site, and only the participant otherwise', () => {
    const refused = { kind: 'refused', code: 'illegal_transition' };
    for (const [by_appointment, start, attend] of [
      [true, refused, { kind: 'allowed', to: 'started' }],
      [false, { kind: 'allowed', to: 'started' }, refused],
    ] as const) {
      const enrolled = facts({ state: 'enrolled', by_appointment });
      expect(judgeTransitionAt(now, 'start', 'participant', enrolled)).toMatchObject(start);
      expect(judgeTransitionAt(now, 'attend', 'researcher', enrolled)).toMatchObject(attend);
    }
    const over = facts({ state: 'enrolled', by_appointment: true, due_at: at(-1) });
    expect(judgeTransitionAt(now, 'attend', 'researcher', over)).toMatchObject({
      from: 'timed_out',
    });
  });

  it('lets the researcher overturn a rejection or a cancellation for 30 days', () => {
    const overturn = (
      state: 'rejected' | 'nullified',
      restores: TransitionFacts['restores'],
      ms: number,
    ) =>
      judgeTransitionAt(
        now,
        'overturn',
        'researcher',
        facts({ state, restores, due_at: null, updated_at: at(ms - 30 * 86_400_000) }),
      );
    expect(overturn('rejected', 'approved', 1)).toEqual({ kind: 'allowed', to: 'approved' });
    expect(overturn('nullified', 'started', 1)).toEqual({ kind: 'allowed', to: 'started' });
    for (const ms of [0, -1])
      expect(overturn('rejected', 'approved', ms)).toEqual({
        kind: 'refused',
        code: 'decision_final',
      });
    expect(overturn('nullified', null, 1)).toMatchObject({ code: 'illegal_transition' });
  });

  it('refuses to overturn a cancellation when the data were deleted and the participation would produce data again', () => {
    const overturn = (
      restores: ParticipationState,
      state: 'rejected' | 'nullified' = 'nullified',
    ) =>
      judgeTransitionAt(
        now,
        'overturn',
        'researcher',
        facts({ state, restores, has_started: true, data_withdrawn_on: '2026-05-02' }),
      );
    for (const restores of ['enrolled', 'started'] as const)
      expect(overturn(restores)).toEqual({ kind: 'refused', code: 'data_withdrawn' });
    for (const restores of ['completed', 'approved'] as const)
      expect(overturn(restores)).toEqual({ kind: 'allowed', to: restores });
    expect(overturn('approved', 'rejected')).toEqual({ kind: 'allowed', to: 'approved' });
  });

  it('allows no transition to a state that produces data when the participant has withdrawn all data', () => {
    const makesData: readonly ParticipationState[] = ['enrolled', 'started'];
    const possible = (state: ParticipationState): ParticipationState[] =>
      participationTransitions.nullify.from.flatMap((restores) =>
        (Object.keys(participationTransitions) as TransitionAction[]).flatMap((action) => {
          const verdict = judgeTransitionAt(
            now,
            action,
            participationTransitions[action].actor,
            facts({
              ...{ state, restores, has_started: true, data_withdrawn_on: '2026-05-02' },
              ...{ due_at: null, data_complete: true },
            }),
          );
          return verdict.kind === 'allowed' ? [verdict.to] : [];
        }),
      );
    const reached = new Set(participationTransitions['withdraw-data'].from);
    for (const state of reached) for (const to of possible(state)) reached.add(to);
    expect(makesData.filter((state) => reached.has(state))).toEqual([]);
  });
});
