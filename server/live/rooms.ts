import { personRoom } from '../platform/messaging/person-room';
import type { Secrets } from '../platform/security/secrets';

/** The server's side of the topics (docs/api-conventions.md, live updates). */
export const rooms = {
  study: (id: string) => `study:${id}`,
  session: (id: string) => `session:${id}`,
  dashboard: (ownerId: string) => `dashboard:${ownerId}`,
  reviews: 'reviews',
  /** The room of all sockets of one account, used to disconnect them. */
  account: (secrets: Secrets, accountId: string) =>
    `account:${secrets.mac('room', 'account', accountId).toString('base64url')}`,
  token: (id: string) => `token:${id}`,
  me: personRoom,
};
