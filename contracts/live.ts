import { z } from 'zod';
import { administratorsOnly, anyone, researchersOnly, signedIn, type Access } from './base/access';
import { Id } from './base/fields';
import { Counts, SessionState } from './sessions';

/**
 * docs/api-conventions.md, live updates. A topic is what a page watches; the server uses the same
 * name for the room.
 */
export const Topic = z.union([
  z.templateLiteral(['study:', z.uuid()]),
  z.templateLiteral(['session:', z.uuid()]),
  z.enum(['dashboard', 'me', 'reviews']),
]);
export type Topic = z.output<typeof Topic>;
type KindOf<T extends string> = T extends `${infer K}:${string}` ? K : T;
export type TopicKind = KindOf<Topic>;

/** The access rule of each topic; the part of a topic before the colon is its kind. */
export const topics: Readonly<Record<TopicKind, { access: Access }>> = {
  study: { access: anyone },
  session: { access: { ...signedIn, policy: 'session.manage' } },
  dashboard: { access: researchersOnly },
  me: { access: signedIn },
  reviews: { access: administratorsOnly },
};

export const Availability = z.object({
  session_id: Id,
  study_id: Id,
  state: SessionState,
  capacity: z.int(),
  spots_available: z.int(),
  version: z.int(),
  counts: Counts.optional(),
});
export type Availability = z.output<typeof Availability>;

/** The messages that the server emits, by name. */
export interface LiveMessages {
  'session.availability': Availability;
  'user.updated': { _id: string };
  'participation.updated': { _id: string; state: string };
  'review.updated': { _id: string; state: string };
  'export.progress': { _id: string; progress: number };
  'export.ready': { _id: string };
  'export.expired': { _id: string };
  signed_out: { token_id: string | null };
}
export type LiveName = keyof LiveMessages;

export interface Snapshots {
  study: Availability[];
  session: Availability;
  dashboard: Availability[];
  me: { _id: string };
  reviews: { pending: number };
}
export type WatchAnswer =
  { ok: true; snapshot: Snapshots[keyof Snapshots] } | { ok: false; code: string };

export interface ServerToClient {
  'session.availability': (m: Availability) => void;
  'user.updated': (m: LiveMessages['user.updated']) => void;
  'participation.updated': (m: LiveMessages['participation.updated']) => void;
  'review.updated': (m: LiveMessages['review.updated']) => void;
  'export.progress': (m: LiveMessages['export.progress']) => void;
  'export.ready': (m: LiveMessages['export.ready']) => void;
  'export.expired': (m: LiveMessages['export.expired']) => void;
  signed_out: (m: LiveMessages['signed_out']) => void;
}
export interface ClientToServer {
  watch: (message: { topic: string }, ack: (answer: WatchAnswer) => void) => void;
  unwatch: (message: { topic: string }, ack?: (answer: { ok: true }) => void) => void;
}
