import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { LockedParticipation } from './lock-participations';
import type { TransitionRequest } from './transition-request';

/** A requested transition that the table of transitions allows. */
export interface AllowedTransition {
  request: TransitionRequest;
  row: LockedParticipation;
  to: ParticipationState;
}
