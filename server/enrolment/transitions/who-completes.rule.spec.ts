import type { z } from 'zod';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import { slotKindOf } from '../../../contracts/slots/slots';
import { type Runtime, RuntimeKind } from '../../../contracts/studies/study-runtime';
import { isConcludedByResearcher } from '../../../contracts/enrolment/who-concludes';
import { judgeTransitionAt, type TransitionFacts } from './transition.rule';

type Kind = z.output<typeof RuntimeKind>;
const now = new Date('2026-05-03T12:00:00.000Z');
/** For a hosted study, only its kind matters here. */
const here = (kind: 'hosted' | 'builder') => ({ kind }) as z.output<typeof Runtime>;
/** Each kind of study with all its variants; the compiler reports a kind that is missing here. */
const ways: Record<Kind, readonly z.output<typeof Runtime>[]> = {
  external: [{ kind: 'external', url: 'https://a.example/' }],
  hosted: [here('hosted')],
  builder: [here('builder')],
  onsite: [{ kind: 'onsite' }],
  video: [{ kind: 'video' }],
  notes: [
    { kind: 'notes', completes: 'researcher' },
    { kind: 'notes', completes: 'participant' },
  ],
};
/** The kinds of runtime. Null stands for a session that was launched before a kind was required. */
const runtimes = [...RuntimeKind.options.flatMap((kind) => ways[kind]), null];

const facts = (
  runtime: z.output<typeof Runtime> | null,
  data_complete: boolean,
  state: 'enrolled' | 'started',
): TransitionFacts => ({
  state,
  has_started: state === 'started',
  data_withdrawn_on: null,
  consent_withdrawn: false,
  runs_outside: runtime?.kind === 'external',
  runs_here: isHostedRuntime(runtime),
  data_complete,
  by_appointment: slotKindOf(runtime) !== null,
  researcher_concludes: isConcludedByResearcher(runtime),
  due_at: null,
  updated_at: new Date(0),
  restores: null,
  session_state: 'active',
  session_closes_at: null,
});

/**
 * Returns who may record the start and the completion of a participation, by docs/domain.md,
 * sections 2 and 6.
 */
function may(runtime: z.output<typeof Runtime> | null, isStored: boolean): readonly string[] {
  switch (runtime?.kind) {
    case 'onsite':
    case 'video':
      return ['researcher attend', 'researcher conclude'];
    case 'external':
      return ['participant start', 'system return-completed'];
    case 'hosted':
    case 'builder':
      return ['participant start', ...(isStored ? ['participant complete'] : [])];
    case 'notes':
      return [
        'participant start',
        runtime.completes === 'researcher' ? 'researcher conclude' : 'participant complete',
      ];
    case undefined:
      return ['participant start', 'participant complete'];
  }
}

const actions = ['start', 'attend', 'complete', 'conclude'] as const;
const actors = ['participant', 'researcher', 'system'] as const;
const cases = runtimes.flatMap((runtime) =>
  [true, false].flatMap((isStored) =>
    actions.flatMap((action) => actors.map((actor) => ({ runtime, isStored, action, actor }))),
  ),
);

describe('The rule of who records the start and the completion of a participation', () => {
  it.each(cases)(
    'follows docs/domain.md for $action by the $actor, in the study $runtime, all data stored: $isStored',
    (one) => {
      const { runtime, isStored, action, actor } = one;
      const state = action === 'start' || action === 'attend' ? 'enrolled' : 'started';
      const { kind } = judgeTransitionAt(now, action, actor, facts(runtime, isStored, state));
      const isAllowed = may(runtime, isStored).includes(`${actor} ${action}`);
      expect(kind).toBe(isAllowed ? 'allowed' : 'refused');
    },
  );

  it('lets either the participant or the researcher record the completion in each kind of study, never both', () => {
    for (const runtime of runtimes) {
      const by = (action: 'complete' | 'conclude', actor: 'participant' | 'researcher') =>
        judgeTransitionAt(now, action, actor, facts(runtime, true, 'started')).kind === 'allowed';
      expect([runtime, by('complete', 'participant') && by('conclude', 'researcher')]).toEqual([
        runtime,
        false,
      ]);
    }
  });

  it('lets no participant record the completion when the researcher records it, whatever the state of the session', () => {
    const runtime = { kind: 'notes', completes: 'researcher' } as const;
    for (const session_state of ['active', 'paused', 'closed'] as const)
      for (const due_at of [null, new Date(now.getTime() - 1), new Date(now.getTime() + 1)])
        expect(
          judgeTransitionAt(now, 'complete', 'participant', {
            ...facts(runtime, true, 'started'),
            session_state,
            due_at,
          }),
        ).toEqual({ kind: 'refused', code: 'illegal_transition', from: 'started' });
  });
});
