import type { PrivacyLevel } from '../../../contracts/studies/studies';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import { everCompletedStates } from '../model/participation.rule';

/** Whether the researcher may see this participant's name (docs/domain.md, 4). */
export function showsName(
  level: PrivacyLevel,
  state: ParticipationState,
  hasStarted: boolean,
): boolean {
  if (level === 'anonymous') return false;
  if (level === 'roster_on_start') return hasStarted;
  return everCompletedStates.includes(state);
}
