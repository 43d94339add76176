import type { Secrets } from '../platform/security/secrets';

/**
 * The server's side of the topics (docs/api-conventions.md, live updates). However a watcher spells an
 * id, there is one room for it.
 */
export const rooms = {
  study: (id: string) => `study:${id.toLowerCase()}`,
  link: (key: string) => `link:${key}`,
  session: (id: string) => `session:${id.toLowerCase()}`,
  runs: (id: string) => `runs:${id.toLowerCase()}`,
  /** The room of participants; the session's researchers have a separate room. */
  slots: (sessionId: string) => `slots:${sessionId.toLowerCase()}`,
  editing: (studyId: string) => `editing:${studyId.toLowerCase()}`,
  classroom: (id: string) => `classroom:${id.toLowerCase()}`,
  /** @returns the id of the session, of the study, or of the classroom whose room this is; else null */
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
   * The room of one person's open pages. Messages to it may carry a participation, so it must not be
   * named after the account.
   */
  me: (secrets: Secrets, accountId: string) =>
    `me:${secrets.mac('room', accountId).toString('base64url')}`,
};
