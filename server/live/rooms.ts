import type { Secrets } from '../platform/security/secrets';

/**
 * The names of Socket.IO's rooms, one for each topic (docs/api-conventions.md, live updates). Ids
 * are written in lower case, so that there is one room for an id, however a watcher spells it.
 */
export const roomNames = {
  study: (id: string) => `study:${id.toLowerCase()}`,
  link: (key: string) => `link:${key}`,
  session: (id: string) => `session:${id.toLowerCase()}`,
  runs: (id: string) => `runs:${id.toLowerCase()}`,
  /**
   * The room of participants who are choosing a slot. The session's researchers get changes of
   * slots in the room of the session.
   */
  slots: (sessionId: string) => `slots:${sessionId.toLowerCase()}`,
  editing: (studyId: string) => `editing:${studyId.toLowerCase()}`,
  classroom: (id: string) => `classroom:${id.toLowerCase()}`,
  /**
   * `sessionOf`, `edited` and `classroomOf` return the id of the session, study or classroom to
   * which a room belongs; null for rooms of any other kind.
   */
  sessionOf: (room: string) => (room.startsWith('session:') ? room.slice(8) : null),
  edited: (room: string) => (room.startsWith('editing:') ? room.slice(8) : null),
  classroomOf: (room: string) => (room.startsWith('classroom:') ? room.slice(10) : null),
  dashboard: (ownerId: string) => `dashboard:${ownerId}`,
  reviews: 'reviews',
  /** The room of all sockets of one account, used to disconnect them. */
  account: (secrets: Secrets, accountId: string) =>
    `account:${secrets.mac('room', 'account', accountId).toString('base64url')}`,
  token: (id: string) => `token:${id}`,
  /**
   * The room of one person's open pages. Messages to the room may name a participation. So the
   * room's name must not contain the account's id: it would show whose participation that is.
   */
  me: (secrets: Secrets, accountId: string) =>
    `me:${secrets.mac('room', accountId).toString('base64url')}`,
};
