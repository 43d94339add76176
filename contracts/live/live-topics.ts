import { z } from 'zod';
import {
  administratorsOnly,
  anyone,
  studyBuildersOnly,
  signedIn,
  type Access,
} from '../base/access';

/**
 * A topic names what a page subscribes to (docs/api-conventions.md, live updates). The server uses
 * the same name for the Socket.IO room.
 */
export const LiveTopic = z.union([
  z.templateLiteral(['study:', z.uuid()]),
  z.templateLiteral(['session:', z.uuid()]),
  z.templateLiteral(['runs:', z.uuid()]),
  z.templateLiteral(['slots:', z.uuid()]),
  z.templateLiteral(['editing:', z.uuid()]),
  z.templateLiteral(['classroom:', z.uuid()]),
  z.templateLiteral(['link:', z.string().regex(/^[\w-]{22}$/)]),
  z.enum(['dashboard', 'me', 'reviews']),
]);
export type LiveTopic = z.output<typeof LiveTopic>;
type KindOf<T extends string> = T extends `${infer K}:${string}` ? K : T;
export type LiveTopicKind = KindOf<LiveTopic>;

/**
 * Who may watch each kind of topic (docs/decisions/api-contract.md); the kind is the part of a
 * topic before the colon. What the server sends for each: server/live/topics.ts.
 */
export const liveTopics: Readonly<Record<LiveTopicKind, { access: Access }>> = {
  study: { access: anyone },
  link: { access: anyone },
  session: { access: { ...signedIn, policy: 'session.manage' } },
  runs: { access: { ...studyBuildersOnly, policy: 'session.manage' } },
  /** The slots of a session, for participants who have a seat in it. */
  slots: { access: { ...signedIn, policy: 'slot.book' } },
  editing: { access: { ...signedIn, policy: 'study.edit' } },
  /**
   * Changes of a classroom, for its members. A message says only that something has changed, not
   * what.
   */
  classroom: { access: { ...signedIn, policy: 'classroom.read' } },
  dashboard: { access: studyBuildersOnly },
  me: { access: signedIn },
  reviews: { access: administratorsOnly },
};
