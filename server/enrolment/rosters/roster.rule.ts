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

/**
 * Returns the error code that says why the roster of a session shows no names to a researcher who
 * may open it. Null if it shows names; `showsName` then decides about each participant.
 * @param mayLearnNames whether the researcher is approved now (docs/domain.md, 1)
 */
export function refusalToShowNames(
  { privacy_level, sees_names }: { privacy_level: PrivacyLevel; sees_names: boolean },
  mayLearnNames: boolean,
): 'session_anonymous' | 'forbidden' | 'researcher_not_approved' | null {
  if (privacy_level === 'anonymous') return 'session_anonymous';
  if (!sees_names) return 'forbidden';
  return mayLearnNames ? null : 'researcher_not_approved';
}
