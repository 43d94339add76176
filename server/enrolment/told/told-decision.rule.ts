import type { ParticipationState } from '../../../contracts/participations';
import { judgeTransition, type Action } from '../participations/participation.rule';
import { judgeAt, type Verdict } from '../participations/transitions/transition.rule';

/*
 * Decisions of a researcher in an anonymous session (docs/decisions/0102-answers-by-what-is-told.md): the
 * list determines the answer; the present state of the participation determines only whether
 * and when it is applied.
 */

/** What the list shows, and how the session was launched: neither depends on the present moment. */
export interface ToldFacts {
  readonly state: ParticipationState;
  readonly researcher_concludes: boolean;
}

/** Judges the state of the list as if the participation had it now, in a session without slots. */
const judgeTold = (
  now: Date,
  action: Action,
  { state, researcher_concludes }: ToldFacts,
): Verdict =>
  judgeAt(now, action, 'researcher', {
    state,
    researcher_concludes,
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
  });

export type ToldAnswer =
  | { kind: 'decided'; to: ParticipationState }
  | { kind: 'already'; state: ParticipationState }
  | { kind: 'refused'; from: ParticipationState }
  | { kind: 'no_line' };

/** The answer. It has no other arguments, so it depends on nothing else. */
export function answerByTold(now: Date, action: Action, told: ToldFacts | undefined): ToldAnswer {
  if (told === undefined) return { kind: 'no_line' };
  const verdict = judgeTold(now, action, told);
  if (verdict.kind === 'allowed') return { kind: 'decided', to: verdict.to };
  return verdict.kind === 'already'
    ? { kind: 'already', state: told.state }
    : { kind: 'refused', from: told.state };
}

/**
 * What happens to the decision: it is applied now if the participation allows the same, else it is kept for
 * the next day.
 * @param verdict on the present participation; undefined if it is now in another session
 */
export const whatToDo = (
  answer: ToldAnswer,
  verdict: Verdict | undefined,
): 'make' | 'keep' | 'nothing' => {
  if (answer.kind !== 'decided') return 'nothing';
  return verdict?.kind === 'allowed' && verdict.to === answer.to ? 'make' : 'keep';
};

/** Whether a kept decision follows from what the list shows on the next day. */
export const stillFollows = (action: Action, told: ParticipationState | null): boolean =>
  told !== null && judgeTransition(action, 'researcher', told).kind === 'allowed';
