import type { Secrets } from '../security/secrets';

/**
 * The room of one person's open pages. Messages to it may carry a participation, so it must not be
 * named after the account.
 */
export const personRoom = (secrets: Secrets, accountId: string): string =>
  `me:${secrets.mac('room', accountId).toString('base64url')}`;
