import type { Secrets } from '../platform/security/secrets';

/** The server's side of the topics (API.md, live updates). */
export const rooms = {
  study: (id: string) => `study:${id}`,
  session: (id: string) => `session:${id}`,
  dashboard: (ownerId: string) => `dashboard:${ownerId}`,
  reviews: 'reviews',
  /** Every socket of one account, to end them all. */
  account: (secrets: Secrets, accountId: string) =>
    `account:${secrets.mac('room', 'account', accountId).toString('base64url')}`,
  token: (id: string) => `token:${id}`,
  /**
   * Messages to one person may carry a participation, so the room must not be named after the
   * account.
   */
  me: (secrets: Secrets, accountId: string) =>
    `me:${secrets.mac('room', accountId).toString('base64url')}`,
};
