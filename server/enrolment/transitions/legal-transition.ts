import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { LockedParticipation } from './lock-participations';
import type { TransitionRequest } from './transition-request';

/** A requested transition that was found to be legal, with the row that it changes. */
export interface AllowedTransition {
  request: TransitionRequest;
  row: LockedParticipation;
  to: ParticipationState;
}
