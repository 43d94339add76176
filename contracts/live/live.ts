import { z } from 'zod';
import { Id } from '../base/fields';
import type { SessionRunCounts } from '../runtime/live-runs';
import { SessionCounts, SessionState } from '../enrolment/sessions';

/*
 * The messages of live updates (docs/api-conventions.md, live updates). The file live-topics.ts
 * defines their topics, and who may watch each of them.
 */

export const SeatAvailability = z.object({
  session_id: Id,
  study_id: Id,
  state: SessionState,
  capacity: z.int(),
  spots_available: z.int(),
  version: z.int(),
  counts: SessionCounts.optional(),
});
export type SeatAvailability = z.output<typeof SeatAvailability>;

/** A researcher has the study open for editing, in one window. This is never stored. */
export interface StudyEditing {
  study_id: string;
  /** The id of the editor's connection; one person may have several. */
  window: string;
  /** The id of the editor's account. */
  _id: string;
  first_name: string;
  /** Set when the editor has closed the study. */
  left: boolean;
}

export interface LiveMessages {
  'session.availability': SeatAvailability;
  'runs.counted': SessionRunCounts;
  'user.updated': { _id: string };
  'participation.updated': { _id: string; state: string };
  'review.updated': { _id: string; state: string };
  /** A study's texts or its consent document changed; sent to its editors. */
  'study.updated': { _id: string };
  'study.editing': StudyEditing;
  /**
   * The people who have access to a study have changed. Sent to all people who have a role in the
   * study, and to the person whose role ended.
   */
  'access.updated': { _id: string };
  /**
   * A session's slots changed, or the number of their bookings. At most one message a second for each
   * session.
   */
  'slots.updated': { _id: string };
  /**
   * Something has changed in a classroom: its settings, members, invitations or assignments. All
   * members get the same message, at most one a second for each classroom.
   */
  'classroom.updated': { _id: string };
  /**
   * Sent to a participant whose payment has changed. After a decision about the participation,
   * `participation.updated` is sent instead.
   */
  'payment.updated': { _id: string };
  /**
   * Sent to the researchers of a session whose roster may show names, when payments of the session
   * have changed.
   */
  'payments.updated': { _id: string };
  /** Sent to a person who has got a message, as a participant or as a researcher. */
  'message.arrived': { _id: string };
  'export.progress': { _id: string; progress: number };
  'export.ready': { _id: string };
  'export.expired': { _id: string };
  signed_out: { token_id: string | null };
}
export type LiveMessageName = keyof LiveMessages;

/** What the server sends to a page that begins to watch a topic, by the kind of the topic. */
export interface TopicSnapshots {
  study: SeatAvailability[];
  link: SeatAvailability[];
  session: SeatAvailability;
  runs: SessionRunCounts;
  editing: { _id: string };
  slots: { _id: string };
  classroom: { _id: string };
  dashboard: SeatAvailability[];
  me: { _id: string };
  reviews: { pending: number };
}
/**
 * Why the server ends or refuses a connection, and after how many seconds the client may reconnect.
 * The client adds a random time, so that clients that were refused together do not reconnect
 * together. A refused connection gets this value as `data` of the `connect_error`. A client that
 * does not read its messages is disconnected without this value.
 */
export interface ConnectionRefusal {
  code: 'too_many_requests';
  retry_after: number;
}

export type WatchTopicResponse =
  | { ok: true; snapshot: TopicSnapshots[keyof TopicSnapshots] }
  | { ok: false; code: string };

export interface ServerToClientEvents {
  'session.availability': (m: SeatAvailability) => void;
  'runs.counted': (m: SessionRunCounts) => void;
  'user.updated': (m: LiveMessages['user.updated']) => void;
  'participation.updated': (m: LiveMessages['participation.updated']) => void;
  'review.updated': (m: LiveMessages['review.updated']) => void;
  'study.updated': (m: LiveMessages['study.updated']) => void;
  'access.updated': (m: LiveMessages['access.updated']) => void;
  'study.editing': (m: LiveMessages['study.editing']) => void;
  'slots.updated': (m: LiveMessages['slots.updated']) => void;
  'classroom.updated': (m: LiveMessages['classroom.updated']) => void;
  'payment.updated': (m: LiveMessages['payment.updated']) => void;
  'payments.updated': (m: LiveMessages['payments.updated']) => void;
  'message.arrived': (m: LiveMessages['message.arrived']) => void;
  'export.progress': (m: LiveMessages['export.progress']) => void;
  'export.ready': (m: LiveMessages['export.ready']) => void;
  'export.expired': (m: LiveMessages['export.expired']) => void;
  signed_out: (m: LiveMessages['signed_out']) => void;
  cut_off: (m: ConnectionRefusal) => void;
}
export interface ClientToServerEvents {
  watch: (message: { topic: string }, ack: (answer: WatchTopicResponse) => void) => void;
  unwatch: (message: { topic: string }, ack?: (answer: { ok: true }) => void) => void;
  /**
   * Sent by an editor's page that still has the study open. The server passes it on to editors who
   * opened the study later.
   */
  editing: (message: { topic: string }) => void;
  /**
   * Sent by a page that shows live numbers, to check that the server responds: the page must notice
   * when the connection is dead.
   */
  beat: (ack: (answer: { ok: true }) => void) => void;
}
