import type { ParticipationState } from '../../../../../contracts/enrolment/participations';
import type { DecisionByRosterTag } from '../../../../../contracts/enrolment/session-insights';

type Action = DecisionByRosterTag['decision']['action'];

/**
 * The decisions that a researcher can make in each state (docs/domain.md, 2). The server checks
 * them again.
 */
const decisions: Partial<Record<ParticipationState, readonly Action[]>> = {
  enrolled: ['no-show', 'nullify'],
  started: ['screen-out', 'nullify'],
  completed: ['approve', 'reject', 'nullify'],
  approved: ['nullify'],
  rejected: ['overturn'],
  nullified: ['overturn'],
};

/**
 * Returns the decisions that are possible in a state.
 * @param concludes whether researchers, and not the study, record who completed
 *   (contracts/studies/study-runtime.ts)
 */
export const possibleDecisions = (
  state: ParticipationState,
  concludes = false,
): readonly Action[] => [
  ...(concludes && state === 'started' ? (['conclude'] as const) : []),
  ...(decisions[state] ?? []),
];
