import type { ErrorCode } from '../../../contracts/base/errors';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { SessionState } from '../../../contracts/enrolment/sessions';
import {
  judgeTransition,
  type TransitionAction,
  type TransitionActor,
} from '../model/participation.rule';

/** A participation and its session, with the session's row locked. */
export interface TransitionFacts {
  state: ParticipationState;
  /** When the participation reached its present state. */
  updated_at: Date;
  /**
   * The state that overturning the present decision would restore; null if no decision led to the
   * present state.
   */
  restores: ParticipationState | null;
  due_at: Date | null;
  session_state: SessionState;
  session_closes_at: Date | null;
  has_started: boolean;
  data_withdrawn_on: string | null;
  /** Whether the version of the consent form that the session uses was withdrawn. */
  consent_withdrawn: boolean;
  /**
   * Whether the study runs on another website, which reports itself that a participant has
   * finished.
   */
  runs_outside: boolean;
  /** Whether the study runs on this installation, which stores its data. */
  runs_here: boolean;
  /** Whether all data that the study produced are stored. */
  data_complete: boolean;
  /**
   * Whether the study is on site or by video: the researcher records who started and completed, not the participant.
   */
  by_appointment: boolean;
  /**
   * Whether the study follows written instructions: the participant starts, and the researcher records the
   * completion.
   */
  researcher_concludes: boolean;
}

/** The states in which a participant produces data. */
const makingData: ReadonlySet<ParticipationState> = new Set(['enrolled', 'started']);
/**
 * Whether overturning a decision would let a participant produce data again after all of their data
 * were deleted. Such data would be left out of every export, and the participant could not have
 * them deleted. A decision may still be overturned if this restores an approval or a completion,
 * since neither produces data.
 */
export const wouldAllowDataAfterWithdrawal = ({
  restores,
  data_withdrawn_on,
}: Pick<TransitionFacts, 'restores' | 'data_withdrawn_on'>): boolean =>
  data_withdrawn_on !== null && restores !== null && makingData.has(restores);

const overturnMs = enrolmentLimits.overturnDays * 24 * 60 * 60 * 1_000;

export type TimedTransitionVerdict =
  | { kind: 'allowed'; to: ParticipationState }
  | { kind: 'already' }
  | { kind: 'refused'; code: ErrorCode; from?: ParticipationState };

const startsOrAccepts: ReadonlySet<TransitionAction> = new Set(['start', 'attend', 'accept']);
/**
 * The actions that complete a participation. If the study runs on this installation, they are
 * refused until all data that it produced are stored.
 */
export const completingActions: ReadonlySet<TransitionAction> = new Set([
  'complete',
  'return-completed',
]);
/** The actions that a participant cannot do while the session is paused. A researcher can still record who came. */
const notInAPause: ReadonlySet<TransitionAction> = new Set(['start', 'accept']);
/**
 * Four actions record a start or a completion: `start` and `complete` by the participant, `attend`
 * and `conclude` by the researcher. Returns those that this kind of study forbids. For example, if
 * the researcher records completions, a participant's click on "complete" is refused.
 */
const ofOthers = ({
  by_appointment,
  researcher_concludes,
}: Pick<TransitionFacts, 'by_appointment' | 'researcher_concludes'>): readonly TransitionAction[] =>
  by_appointment
    ? ['start', 'complete']
    : researcher_concludes
      ? ['attend', 'complete']
      : ['attend', 'conclude'];

/**
 * Whether a requested transition is legal now. Dates take effect exactly on time, even if the
 * stored state of the session is still the old one: the periodic job that updates it runs only once
 * a second.
 */
export function judgeTransitionAt(
  now: Date,
  action: TransitionAction,
  actor: TransitionActor,
  facts: TransitionFacts,
): TimedTransitionVerdict {
  const verdict = judgeTransition(action, actor, facts.state, facts.restores);
  if (verdict.kind === 'already') return verdict;
  if (verdict.kind === 'refused')
    return { kind: 'refused', code: 'illegal_transition', from: facts.state };
  if (ofOthers(facts).includes(action))
    return { kind: 'refused', code: 'illegal_transition', from: facts.state };
  if (action === 'overturn' && now.getTime() - facts.updated_at.getTime() >= overturnMs)
    return { kind: 'refused', code: 'decision_final' };
  if (action === 'overturn' && wouldAllowDataAfterWithdrawal(facts))
    return { kind: 'refused', code: 'data_withdrawn' };
  if (action === 'withdraw-data') {
    if (facts.data_withdrawn_on !== null) return { kind: 'already' };
    // A participant who left before the start has produced no data that could be withdrawn.
    if (!facts.has_started)
      return { kind: 'refused', code: 'illegal_transition', from: facts.state };
  }
  if (action === 'complete' && facts.runs_outside)
    return { kind: 'refused', code: 'return_required' };
  if (completingActions.has(action) && facts.runs_here && !facts.data_complete)
    return { kind: 'refused', code: 'data_incomplete' };
  if (startsOrAccepts.has(action) && facts.consent_withdrawn)
    return { kind: 'refused', code: 'consent_invalid' };
  // Checked before the deadline, which is suspended during a pause (lifecycle/pause.ts).
  if (notInAPause.has(action) && facts.session_state === 'paused')
    return { kind: 'refused', code: 'session_paused' };
  const isOver = facts.due_at !== null && facts.due_at <= now;
  if (action === 'accept' && isOver)
    return { kind: 'refused', code: 'illegal_transition', from: 'offer_expired' };
  if ((action === 'start' || action === 'attend') && isOver)
    return { kind: 'refused', code: 'illegal_transition', from: 'timed_out' };
  const { session_state, session_closes_at } = facts;
  const hasClosed =
    session_state === 'closed' || (session_closes_at !== null && session_closes_at <= now);
  if (action === 'accept' && hasClosed) return { kind: 'refused', code: 'session_not_active' };
  return verdict;
}
