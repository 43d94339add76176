import { randomUUID } from 'node:crypto';
import { sha256Hex } from '../platform/security/secrets';

/**
 * The ledger's key of a request that moves money: the same for each attempt with one `Idempotency-Key` of one person,
 * and a new one each time without it.
 * @param what the kind of the request, such as `allotment`
 */
export const requestKey = (
  what: string,
  accountId: string,
  idempotencyKey: string | null,
): string =>
  `${what}:${idempotencyKey === null ? randomUUID() : sha256Hex(`${accountId}:${idempotencyKey}`)}`;
