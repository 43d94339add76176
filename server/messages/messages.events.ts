import { z } from 'zod';
import { Id } from '../../contracts/base/fields';

const session = z.strictObject({ session_id: Id, study_id: Id });
const participation = z.strictObject({ participation_id: Id, session_id: Id, study_id: Id });

/**
 * The events of this context, with the schema of each event's data (what an event may contain:
 * contracts/base/events.ts).
 */
export const messagesEvents = {
  /** A message was written to the participant. */
  'messages.participant-written-to': participation,
  /**
   * A message was written to a participant who has read every message about which they got a mail,
   * so a new mail is due.
   */
  'messages.participant-notice-due': participation,
  /**
   * A participant has written to the people who run the study. The event does not say which
   * participant.
   */
  'messages.researchers-written-to': session,
  'messages.researchers-notice-due': session,
  'messages.broadcast-asked': z.strictObject({ broadcast_id: Id }),
  'messages.message-reported': z.strictObject({ report_id: Id }),
} as const;

type MessagesEvents = typeof messagesEvents;

declare module '../../contracts/base/events' {
  interface EventSchemas extends MessagesEvents {}
}
