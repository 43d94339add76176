import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { ErrorCode } from '../../../contracts/base/errors';
import { participationTransitions, type TransitionAction } from '../model/participation.rule';
import {
  judgeTransitionAt,
  wouldAllowDataAfterWithdrawal,
  type TimedTransitionVerdict,
} from './transition.rule';

/*
 * Decisions of a researcher in an anonymous session (docs/decisions/participant-decisions.md). The
 * roster alone determines the answer to the researcher. The present state of the participation
 * determines only whether and when the decision is applied.
 */

/**
 * What the roster shows about a participation, and the settings of its session. Neither depends on
 * events of today.
 */
export interface RosterFacts {
  readonly state: ParticipationState;
  /** The time at which the participation reached the state that the roster shows. */
  readonly updated_at: Date;
  /** The state that overturning the decision restores (restored-state.sql.ts). */
  readonly restores: ParticipationState | null;
  /**
   * The day on which the participant had the data deleted; the roster shows it from the next day
   * on.
   */
  readonly data_withdrawn_on: string | null;
  readonly researcher_concludes: boolean;
}

/**
 * Checks an action as if the participation were now in the state that the roster shows, in a
 * session without slots.
 */
const judgeListed = (
  now: Date,
  action: TransitionAction,
  { state, updated_at, restores, data_withdrawn_on, researcher_concludes }: RosterFacts,
): TimedTransitionVerdict =>
  judgeTransitionAt(now, action, 'researcher', {
    state,
    updated_at,
    restores,
    data_withdrawn_on,
    researcher_concludes,
    due_at: null,
    session_state: 'active',
    session_closes_at: null,
    has_started: false,
    consent_withdrawn: false,
    runs_outside: false,
    runs_here: false,
    data_complete: false,
    by_appointment: false,
  });

/** Formats the day (UTC) as `YYYY-MM-DD`: comparing such texts compares the days. */
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

export type RosterVerdict =
  | { kind: 'decided'; to: ParticipationState }
  | { kind: 'already'; state: ParticipationState }
  | { kind: 'refused'; code: ErrorCode; from?: ParticipationState }
  | { kind: 'no_line' };

/**
 * Decides how the server answers a decision. The function gets only the facts that the roster
 * shows, so the answer depends on nothing else.
 */
export function judgeDecisionByRoster(
  now: Date,
  action: TransitionAction,
  told: RosterFacts | undefined,
): RosterVerdict {
  if (told === undefined) return { kind: 'no_line' };
  // A decision of today may be postponed to midnight, and it may be dropped then. So it cannot be
  // overturned today.
  const isOfDecision =
    action === 'overturn' && participationTransitions.overturn.from.includes(told.state);
  if (isOfDecision && dayOf(told.updated_at) >= dayOf(now))
    return { kind: 'refused', code: 'decided_today' };
  const verdict = judgeListed(now, action, told);
  if (verdict.kind === 'allowed') return { kind: 'decided', to: verdict.to };
  return verdict.kind === 'already'
    ? { kind: 'already', state: told.state }
    : { kind: 'refused', code: verdict.code, from: told.state };
}

/**
 * Determines what happens to a decision:
 * - `nothing`: the roster does not allow the decision.
 * - `make`: the decision is applied now, because the participation's current state allows it.
 * - `keep`: the decision is postponed to the next day.
 * @param answer whether the roster allows the decision
 * @param verdict whether the current state allows the decision; undefined if the participation is
 * now in another session
 */
export const howToApplyDecision = (
  answer: RosterVerdict,
  verdict: TimedTransitionVerdict | undefined,
): 'make' | 'keep' | 'nothing' => {
  if (answer.kind !== 'decided') return 'nothing';
  return verdict?.kind === 'allowed' && verdict.to === answer.to ? 'make' : 'keep';
};

/**
 * Whether a postponed decision is still possible with the state that the roster shows on the next
 * day.
 */
export const isDecisionStillPossible = (
  action: TransitionAction,
  told: Pick<RosterFacts, 'state' | 'restores' | 'data_withdrawn_on'> | null,
): boolean =>
  told !== null &&
  participationTransitions[action].actor === 'researcher' &&
  participationTransitions[action].from.includes(told.state) &&
  !(action === 'overturn' && wouldAllowDataAfterWithdrawal(told));
