import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { LockedParticipation } from './lock-participations';
import type { Asked } from './transition-request';

/** A requested transition that the table of transitions allows. */
export interface LegalTransition {
  asked: Asked;
  row: LockedParticipation;
  to: ParticipationState;
}
