import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const session = z.strictObject({ session_id: Id, study_id: Id });
const participation = z.strictObject({ participation_id: Id, session_id: Id, study_id: Id });

/**
 * The events of this context, with the schema of each event's data (what an event may contain:
 * contracts/base/events.ts).
 */
export const enrolmentEvents = {
  'enrolment.session-created': session,
  'enrolment.session-launched': session,
  'enrolment.session-changed': session,
  'enrolment.session-closed': session,
  'enrolment.participant-waitlisted': participation,
  'enrolment.participant-offered': participation,
  'enrolment.participant-enrolled': participation,
  'enrolment.participant-started': participation,
  'enrolment.participant-completed': participation,
  'enrolment.participant-decided': participation,
  /**
   * A rejection or a cancellation was overturned. The change to the resulting state is a separate
   * event.
   */
  'enrolment.decision-overturned': participation,
  'enrolment.participant-left': participation,
  'enrolment.lease-ending': participation,
  /** The session ends within a day, and the participant has a seat but has not started. */
  'enrolment.closing-ahead': participation,
  'enrolment.data-withdrawn': participation,
  'enrolment.consent-withdrawn': participation,
} as const;

type EnrolmentEvents = typeof enrolmentEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends EnrolmentEvents {}
}
