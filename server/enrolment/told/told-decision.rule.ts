import type { ParticipationState } from '../../../contracts/participations';
import { judgeTransition, type Action } from '../participations/participation.rule';
import { judgeAt, type Verdict } from '../participations/transitions/transition.rule';

/*
 * Decisions of a researcher in an anonymous session (docs/decisions/0102-answers-by-what-is-told.md): what
 * the list tells decides about the answer, what has become of the participation about the rest.
 */

/** What the list tells, and how the session was launched: neither says anything of this moment. */
export interface ToldFacts {
  readonly state: ParticipationState;
  readonly researcher_concludes: boolean;
}

/** The list that tells this state allows it, as if the participation stood so in a session without slots. */
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

/** The answer. It has no other arguments, so that nothing else can be in it. */
export function answerByTold(now: Date, action: Action, told: ToldFacts | undefined): ToldAnswer {
  if (told === undefined) return { kind: 'no_line' };
  const verdict = judgeTold(now, action, told);
  if (verdict.kind === 'allowed') return { kind: 'decided', to: verdict.to };
  return verdict.kind === 'already'
    ? { kind: 'already', state: told.state }
    : { kind: 'refused', from: told.state };
}

/**
 * What is done about it: made at once where the participation allows the same, else kept for the day after.
 * @param verdict on the participation of this moment; undefined where it is in another session by now
 */
export const whatToDo = (
  answer: ToldAnswer,
  verdict: Verdict | undefined,
): 'make' | 'keep' | 'nothing' => {
  if (answer.kind !== 'decided') return 'nothing';
  return verdict?.kind === 'allowed' && verdict.to === answer.to ? 'make' : 'keep';
};

/** On the day after, whether a kept decision follows from what the list tells then. */
export const stillFollows = (action: Action, told: ParticipationState | null): boolean =>
  told !== null && judgeTransition(action, 'researcher', told).kind === 'allowed';
