import { randomUUID } from 'node:crypto';
import { sha256Hex } from '../platform/security/secrets';

/**
 * Returns the ledger's key for a request that moves money. All attempts of one person with the same
 * `Idempotency-Key` get the same key; a request without that header always gets a new key.
 * @param what the kind of the request, such as `allotment`
 */
export const requestKey = (
  what: string,
  accountId: string,
  idempotencyKey: string | null,
): string =>
  `${what}:${idempotencyKey === null ? randomUUID() : sha256Hex(`${accountId}:${idempotencyKey}`)}`;
