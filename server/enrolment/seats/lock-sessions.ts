import type { EntityManager } from 'typeorm';
import { prepared } from '../../platform/db/prepared';

/**
 * Locks sessions in the order of their ids. Every transaction that waits for locks of sessions uses
 * this order, so that no two deadlock. The lock is FOR NO KEY UPDATE, because FOR UPDATE would also
 * wait for transactions that insert rows with a foreign key to the session.
 */
const wait = prepared<{ id: string }>(
  'lock-sessions',
  `SELECT id FROM research.session WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
);
/**
 * Locks only the sessions that no other transaction has locked. It never waits, so the order does
 * not matter. Two settings apply to the rest of the transaction:
 * - No sequential scans, so that PostgreSQL finds rows by their key
 *   (docs/decisions/outbox-and-queues.md).
 * - A wait of at most a second for any other row. The transaction may serve people of many
 *   sessions, and a longer wait would delay all of them.
 */
const skip = prepared<{ id: string; lock_timeout: string; enable_seqscan: string }>(
  'lock-free-sessions',
  `SELECT id, set_config('lock_timeout', '1000', true) AS lock_timeout,
     set_config('enable_seqscan', 'off', true) AS enable_seqscan FROM research.session
   WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
);

/**
 * Locks the rows of sessions until the transaction ends.
 * @param waits whether to wait, at most `lock_timeout`, for rows that another transaction has
 * locked; otherwise these rows are left out
 * @returns the ids of the sessions that this transaction has locked
 * @throws the error of PostgreSQL with code 55P03 if a row is still locked after `lock_timeout`
 */
export async function lockSessionRows(
  manager: EntityManager,
  sessionIds: Iterable<string>,
  waits: boolean,
): Promise<Set<string>> {
  const ids = [...sessionIds];
  const rows = waits ? await wait(manager, [ids]) : await skip(manager, [ids]);
  return new Set(rows.map(({ id }) => id));
}
