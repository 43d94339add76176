import type {
  ReturnOutcome,
  ReturnRefusal,
  ReturnProcessingResult,
} from '../../../contracts/external-returns/external-returns';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { everCompletedStates, unstartedStates } from '../model/participation.rule';

export interface ReturnVerdict {
  readonly result: ReturnProcessingResult;
  readonly reason: ReturnRefusal | null;
}

/**
 * The transition for each outcome that an external study reports. A failed check completes the participation as well:
 * only a researcher can reject, with a category and reasons (docs/domain.md, 2).
 */
export const transitionOfReturnOutcome = {
  completed: 'return-completed',
  failed_check: 'return-completed',
  screened_out: 'return-screened-out',
} as const satisfies Record<ReturnOutcome, string>;

/**
 * For each outcome, the states of a participation that already has this outcome. Reporting the
 * outcome again then changes nothing.
 */
const reached: Record<ReturnOutcome, readonly ParticipationState[]> = {
  completed: everCompletedStates,
  failed_check: everCompletedStates,
  screened_out: ['screened_out'],
};

/**
 * Decides the result of a valid return from the state of the participation, which the caller has
 * read under the lock.
 */
export function judgeReturn(outcome: ReturnOutcome, state: ParticipationState): ReturnVerdict {
  if (state === 'started') return { result: 'done', reason: null };
  if (reached[outcome].includes(state)) return { result: 'already', reason: null };
  const reason = unstartedStates.includes(state)
    ? 'not_started'
    : state === 'timed_out'
      ? 'timed_out'
      : 'over';
  return { result: 'refused', reason };
}

/** What the external study that sends a return to an anonymous session may learn about the participant. */
export interface ReturnSenderKnowledge {
  /**
   * The state that the session's roster shows; undefined if the participant is not on the roster.
   */
  readonly told: ParticipationState | undefined;
  /** Whether the state `told` is the result of a decision that the researchers made today (UTC). */
  readonly decided: boolean;
  /**
   * Whether the participant started today: the external study may then have seen the participant
   * arrive.
   */
  readonly came: boolean;
  /**
   * The outcome that the study's server reported today for this participant, if the report was
   * accepted.
   */
  readonly reported: ReturnOutcome | null;
}

/** The state of the participation after each outcome. */
const leadsTo: Record<ReturnOutcome, ParticipationState> = {
  completed: 'completed',
  failed_check: 'completed',
  screened_out: 'screened_out',
};

/**
 * Decides the result of a return to an anonymous session. Uses only facts that the sender of the
 * return may know, so that the result reveals nothing else.
 * @returns the result that the sender gets, and the state after the return; the state is null for a
 * participant who is not on the roster
 */
export function returnVerdictForSender(
  outcome: ReturnOutcome,
  { told, decided, came, reported }: ReturnSenderKnowledge,
): ReturnVerdict & { readonly state: ParticipationState | null } {
  const began = came && !decided ? 'started' : told;
  if (began === undefined) return { result: 'refused', reason: 'unknown_participant', state: null };
  const state = began === 'started' && reported !== null ? leadsTo[reported] : began;
  const verdict = judgeReturn(outcome, state);
  return { ...verdict, state: verdict.result === 'done' ? leadsTo[outcome] : state };
}
