import type { EventName } from '../../../contracts/base/events';
import type { ParticipationState } from '../../../contracts/enrolment/participations';

type ParticipationEvent = EventName & `enrolment.participant-${string}`;

const events: Partial<Record<ParticipationState, ParticipationEvent>> = {
  waitlisted: 'enrolment.participant-waitlisted',
  offered: 'enrolment.participant-offered',
  enrolled: 'enrolment.participant-enrolled',
  started: 'enrolment.participant-started',
  completed: 'enrolment.participant-completed',
  approved: 'enrolment.participant-decided',
  rejected: 'enrolment.participant-decided',
  screened_out: 'enrolment.participant-decided',
  no_show: 'enrolment.participant-decided',
  nullified: 'enrolment.participant-decided',
};

/** Returns the event that a participation records when it enters a state. */
export const eventOnEnteringState = (state: ParticipationState): ParticipationEvent =>
  events[state] ?? 'enrolment.participant-left';
